/* Finds places in a trace file that is read. */
#include "libnet/pvm3/trace_files/trace_files.h"

int banyan_trc_refuse(const char* what, const char* name) {
    fprintf(stderr, "trace file: %s '%s'\n", what, name);
    return TRC_FALSE;
}

int banyan_trc_next_visible(FILE* in) {
    int c;
    do
        c = getc(in);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r');
    return c;
}

/* How many characters of `text` the file has just had, if it had `matched` before `c`. */
static size_t matched_after(const char* text, size_t matched, char c) {
    while (matched > 0 && text[matched] != c) {
        size_t shorter = matched - 1;
        while (memcmp(text, text + matched - shorter, shorter) != 0)
            --shorter;
        matched = shorter;
    }
    return text[matched] == c ? matched + 1 : 0;
}

int trc_find_event_str_ret(TRC_ID ID, const char* text, char* read, int size) {
    const size_t length = strlen(text);
    size_t matched = 0;
    int used = 0, c = 0;
    while (matched < length && (c = getc(ID->trace_in)) != EOF) {
        if (read && used < size - 1) read[used++] = (char)c;
        matched = matched_after(text, matched, (char)c);
    }
    if (read && size > 0) read[used] = 0;
    return matched == length ? TRC_TRUE : banyan_trc_refuse("it ends without", text);
}

int trc_find_event_str(TRC_ID ID, const char* text) {
    return trc_find_event_str_ret(ID, text, NULL, 0);
}

int trc_find_event_end_ret(TRC_ID ID, char* read, int size) {
    return trc_find_event_str_ret(ID, ";;", read, size);
}

int trc_find_event_end(TRC_ID ID) {
    return trc_find_event_end_ret(ID, NULL, 0);
}
