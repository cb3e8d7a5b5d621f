#include "libnet/pvm3/fortran/fortran_text.h"

#include <stdlib.h>
#include <string.h>

#include "pvm3/pvm3.h"

char* c_text(const char* text, size_t length) {
    const char* end = memchr(text, 0, length);
    if (end) length = (size_t)(end - text);
    while (length > 0 && text[length - 1] == ' ')
        --length;
    char* copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

void fortran_text(char* out, size_t length, const char* text) {
    size_t bytes = text ? strlen(text) : 0;
    if (bytes > length) bytes = length;
    if (bytes > 0) memcpy(out, text, bytes);
    memset(out + bytes, ' ', length - bytes);
}

void call_with_text(int* result, const char* text, size_t length, int (*call)(const char*)) {
    char* copy = c_text(text, length);
    *result = copy ? call(copy) : PvmNoMem;
    free(copy);
}
