/* For the programs codes_*.c, which print "NAME RESULT" for many calls of PVM 3. " said" is added if the call has
   written to standard error. pvm3_codes_test.py compares the lines with codes_*.expected. */
#ifndef BANYAN_TESTS_PVM3_CODES_H
#define BANYAN_TESTS_PVM3_CODES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "pvm3.h"

#define LIMIT_S 90
/* Only a call that hangs takes so long. */
#define HANG_S 30

/* Standard error of this program, a file that is read after each call. */
static int errors = -1;

static void begin_codes(void) {
    char name[] = "/tmp/codes.XXXXXX";
    errors = mkstemp(name);
    unlink(name);
    dup2(errors, STDERR_FILENO);
    alarm(LIMIT_S);
    setvbuf(stdout, NULL, _IOLBF, 0);
}

static void forget_errors(void) {
    if (ftruncate(errors, 0) != 0) _exit(3);
    lseek(errors, 0, SEEK_SET);
}

/* Result lines may show the text too, for a person: CODES_TEXT=1. */
static void report(const char* name, long result) {
    char text[400] = "";
    ssize_t length = pread(errors, text, sizeof text - 1, 0);
    printf("%s %ld%s%s%s\n", name, result, length > 0 ? " said" : "", getenv("CODES_TEXT") ? ": " : "",
           getenv("CODES_TEXT") ? text : "");
}

/* The original blocks in some calls with wrong parameters. They are skipped when the first argument is "original". */
static int in_the_original(int argc, char** argv) {
    return argc > 1 && strcmp(argv[1], "original") == 0;
}

#define CODE(name, call)       \
    do {                       \
        long result_;          \
        forget_errors();       \
        result_ = (call);      \
        report(name, result_); \
    } while (0)

/* A message to this task itself has arrived when this returns. */
static int sent_to_self(int tag) {
    int done = pvm_send(pvm_mytid(), tag);
    struct timeval limit = {HANG_S, 0};
    return done < 0 ? done : pvm_trecv(-1, tag, &limit);
}

#endif
