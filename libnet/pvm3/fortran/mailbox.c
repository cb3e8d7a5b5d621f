/* The mailbox of the virtual machine. */
#include <stdlib.h>

#include "libnet/pvm3/fortran/fortran_text.h"
#include "pvm3/pvm3.h"

void pvmfputinfo_(const char* name, const int* id, const int* flags, int* index, size_t length);
void pvmfrecvinfo_(const char* name, const int* index, const int* flags, int* id, size_t length);
void pvmfdelinfo_(const char* name, const int* index, const int* flags, int* info, size_t length);
void pvmfgetmboxinfo_(const char* pattern, char* name, int* classes, int* entries, int* indices, int* owners,
                      int* flags, int* info, size_t pattern_length, size_t name_length);

/* Sets *result to call(name, number, flags). */
static void call_with_name(int* result, const char* name, size_t length, int number, int flags,
                           int (*call)(const char*, int, int)) {
    char* copy = c_text(name, length);
    *result = copy ? call(copy, number, flags) : PvmNoMem;
    free(copy);
}

void pvmfputinfo_(const char* name, const int* id, const int* flags, int* index, size_t length) {
    call_with_name(index, name, length, *id, *flags, pvm_putinfo);
}

void pvmfrecvinfo_(const char* name, const int* index, const int* flags, int* id, size_t length) {
    call_with_name(id, name, length, *index, *flags, pvm_recvinfo);
}

void pvmfdelinfo_(const char* name, const int* index, const int* flags, int* info, size_t length) {
    call_with_name(info, name, length, *index, *flags, pvm_delinfo);
}

/* One name per call. The list is read when a cycle begins; -1 in *classes begins one. */
void pvmfgetmboxinfo_(const char* pattern, char* name, int* classes, int* entries, int* indices, int* owners,
                      int* flags, int* info, size_t pattern_length, size_t name_length) {
    static struct pvmmboxinfo* list;
    static int count, next;
    if (*classes == -1) next = 0;
    if (next == 0) {
        char* text = c_text(pattern, pattern_length);
        *info = text ? pvm_getmboxinfo(text, &count, &list) : PvmNoMem;
        free(text);
        if (*info < 0) return;
    }
    *info = count < 1 ? PvmNotFound : PvmOk;
    *classes = count;
    *entries = 0;
    if (count < 1) return;
    fortran_text(name, name_length, list[next].mi_name);
    *entries = list[next].mi_nentries;
    for (int i = 0; i < *entries; ++i) {
        indices[i] = list[next].mi_indices[i];
        owners[i] = list[next].mi_owners[i];
        flags[i] = list[next].mi_flags[i];
    }
    next = (next + 1) % count;
}
