/* Writes lines to standard output, as a program that prints results: lines COUNT BYTES [flush]
 * COUNT lines of BYTES bytes each, the newline included; "flush" flushes after each line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
    const long count = argc > 2 ? atol(argv[1]) : 0;
    const long bytes = argc > 2 ? atol(argv[2]) : 0;
    if (count < 1 || bytes < 2) {
        fprintf(stderr, "usage: lines COUNT BYTES [flush], COUNT at least 1, BYTES at least 2\n");
        return 2;
    }
    const int flush = argc > 3 && strcmp(argv[3], "flush") == 0;
    for (long i = 0; i < count; ++i) {
        printf("%0*ld\n", (int)bytes - 1, i);
        if (flush) fflush(stdout);
    }
    return 0;
}
