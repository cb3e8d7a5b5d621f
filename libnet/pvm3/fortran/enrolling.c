/* Enrolling, ids, options, errors and time. */
#include <stdio.h>
#include <stdlib.h>

#include "libnet/pvm3/fortran/fortran_text.h"
#include "pvm3/pvm3.h"

/* Not in pvm3.h. */
int pvmsleep(int seconds);

/* Declared here, because the compiler warns of functions that no header declares. */
void pvmfmytid_(int* tid);
void pvmfparent_(int* tid);
void pvmfexit_(int* info);
void pvmfhalt_(int* info);
void pvmftidtohost_(const int* tid, int* host);
void pvmfarchcode_(const char* architecture, int* code, size_t length);
void pvmfsetopt_(const int* what, const int* value, int* old);
void pvmfgetopt_(const int* what, int* value);
void pvmfperror_(const char* text, int* info, size_t length);
int pvmfsleep_(const int* seconds);
void pvmfstartpvmd_(const char* arguments, const int* block, int* info, size_t length);
void pvmfcatchout_(const int* on, int* info);

void pvmfmytid_(int* tid) {
    *tid = pvm_mytid();
}

void pvmfparent_(int* tid) {
    *tid = pvm_parent();
}

void pvmfexit_(int* info) {
    *info = pvm_exit();
}

void pvmfhalt_(int* info) {
    *info = pvm_halt();
}

void pvmftidtohost_(const int* tid, int* host) {
    *host = pvm_tidtohost(*tid);
}

void pvmfarchcode_(const char* architecture, int* code, size_t length) {
    call_with_text(code, architecture, length, pvm_archcode);
}

void pvmfsetopt_(const int* what, const int* value, int* old) {
    *old = pvm_setopt(*what, *value);
}

void pvmfgetopt_(const int* what, int* value) {
    *value = pvm_getopt(*what);
}

void pvmfperror_(const char* text, int* info, size_t length) {
    call_with_text(info, text, length, pvm_perror);
}

int pvmfsleep_(const int* seconds) {
    return pvmsleep(*seconds);
}

/* The arguments are words with blanks between them. */
void pvmfstartpvmd_(const char* arguments, const int* block, int* info, size_t length) {
    char* text = c_text(arguments, length);
    char** words = text ? malloc((length / 2 + 2) * sizeof *words) : NULL;
    int count = 0;
    *info = PvmNoMem;
    if (words) {
        for (char* at = text; *at;) {
            while (*at == ' ')
                *at++ = 0;
            if (*at) words[count++] = at;
            while (*at && *at != ' ')
                ++at;
        }
        words[count] = NULL;
        *info = pvm_start_pvmd(count, words, *block);
    }
    free(words);
    free(text);
}

void pvmfcatchout_(const int* on, int* info) {
    *info = pvm_catchout(*on ? stdout : NULL);
}
