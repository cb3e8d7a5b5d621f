/* Texts and memory. */
#include <time.h>

#include "libnet/pvm3/trace_files/trace_files.h"

void trc_memcheck(void* memory, const char* what) {
    if (memory) return;
    fprintf(stderr, "no memory for: %s\n", what);
    exit(-1);
}

void* banyan_trc_memory(size_t bytes, const char* what) {
    void* memory = calloc(1, bytes);
    trc_memcheck(memory, what);
    return memory;
}

char* trc_copy_str(const char* text) {
    const size_t length = text ? strlen(text) : 0;
    char* copy = banyan_trc_memory(length + 1, "text");
    if (length > 0) memcpy(copy, text, length);
    return copy;
}

int trc_append_str(char* text, const char* more, int size) {
    static const char end[] = "...";
    const size_t used = strlen(text), added = strlen(more);
    if (size < 1) return TRC_FALSE;
    const size_t most = (size_t)size - 1;
    if (used + added <= most) {
        memcpy(text + used, more, added + 1);
        return TRC_TRUE;
    }
    if (used < most) memcpy(text + used, more, most - used);
    text[most] = 0;
    if (most >= sizeof end - 1) memcpy(text + most - (sizeof end - 1), end, sizeof end);
    return TRC_FALSE;
}

int trc_compare(const char* start, const char* text) {
    return strncmp(start, text, strlen(start)) == 0 ? TRC_TRUE : TRC_FALSE;
}

char* trc_host_alias_str(const char* name) {
    if (!name) return NULL;
    const size_t length = strcspn(name, ".");
    char* alias = banyan_trc_memory(length + 1, "name of a host");
    memcpy(alias, name, length);
    return alias;
}

char* trc_pad_num(long number, long width) {
    char digits[32];
    const int length = snprintf(digits, sizeof digits, "%ld", number);
    const size_t zeros = width > length ? (size_t)(width - length) : 0;
    char* padded = banyan_trc_memory(zeros + (size_t)length + 1, "number");
    memset(padded, '0', zeros);
    memcpy(padded + zeros, digits, (size_t)length);
    return padded;
}

char* trc_date_str(void) {
    char text[64] = "";
    const time_t now = time(NULL);
    struct tm parts;
    if (localtime_r(&now, &parts)) strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y", &parts);
    return trc_copy_str(text);
}
