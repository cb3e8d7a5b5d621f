/* Reads events in the form of PVM 3.3. */
#include <stdint.h>

#include "libnet/pvm3/trace_files/trace_files.h"
#include "pvm3/trccompat.h"

char* TRC_OLD_TEV_TRACE_NAMES[TRC_OLD_TRACE_MAX];
int TRC_OLD_TEV_TRACE[TRC_OLD_TRACE_MAX];

/* The calls have the numbers of pvmtev.h, without pvm_reg_tracer. */
static int event_of(int number) {
    const int call = number / 2;
    return call < TEV_REG_TRACER ? call : call + 1;
}

static char* name_of(int number) {
    static const char* const own[] = {"output", "host_add", "host_del", "host_sync"};
    if (number >= TRC_OLD_TRACE_OUTPUT) return trc_copy_str(own[number - TRC_OLD_TRACE_OUTPUT]);
    const int event = event_of(number), is_end = number % 2;
    const int has_phases = event != TEV_NEWTASK && event != TEV_ENDTASK && event != TEV_SPNTASK;
    if (!has_phases) return trc_copy_str(is_end ? "" : pvmtevinfo[event].name);
    char name[64];
    snprintf(name, sizeof name, "%s%d", pvmtevinfo[event].name, is_end);
    return trc_copy_str(name);
}

void trc_init_old_events(void) {
    TRC_OLD_EVENT_TRIE = trc_create_triestack();
    for (int i = 0; i < TRC_OLD_TRACE_MAX; ++i) {
        free(TRC_OLD_TEV_TRACE_NAMES[i]);
        TRC_OLD_TEV_TRACE_NAMES[i] = name_of(i);
        if (*TRC_OLD_TEV_TRACE_NAMES[i])
            trc_add_to_trie(TRC_OLD_EVENT_TRIE, TRC_OLD_TEV_TRACE_NAMES[i], (void*)(intptr_t)(i + 1));
    }
    trc_reset_old_descriptors();
}

void trc_reset_old_descriptors(void) {
    memset(TRC_OLD_TEV_TRACE, 0, sizeof TRC_OLD_TEV_TRACE);
}

int trc_process_old_trace_event(TRC_ID ID, const char* name) {
    int seconds, microseconds, tid;
    if (!trc_find_event_str(ID, "{")) return TRC_FALSE;
    if (fscanf(ID->trace_in, "%d, %d, %d", &seconds, &microseconds, &tid) != 3)
        return banyan_trc_refuse("no time and task in the event", name);
    const int number = (int)(intptr_t)trc_lookup_trie(TRC_OLD_EVENT_TRIE, name) - 1;
    if (number >= 0 && ID->handle_old_event) {
        ID->handle_old_event(ID, number, seconds, microseconds, tid);
        return TRC_TRUE;
    }
    trc_find_event_end(ID);
    return number >= 0 ? TRC_TRUE : banyan_trc_refuse("PVM 3.3 has no event", name);
}

/* Without the lengths of arrays and texts, and without their brackets. */
static void write_values(FILE* out, const char* text) {
    int in_quotes = TRC_FALSE;
    while (*text == ',' || *text == ' ')
        ++text;
    for (; *text && (in_quotes || strncmp(text, "};;", 3) != 0); ++text) {
        if (*text == '"') in_quotes = !in_quotes;
        if (!in_quotes && *text == '[') text += strcspn(text, "{");
        if (!*text) return;
        if (in_quotes || !strchr("{} ", *text)) fputc(*text, out);
        if (!in_quotes && *text == ',') fputc(' ', out);
    }
}

char* trc_old_pvm_event_string(TRC_ID ID, int number) {
    enum { most_characters = 4096 };
    char rest[most_characters], *text = NULL;
    size_t size;
    const int is_known = number >= 0 && number < TRC_OLD_TRACE_MAX,
              is_end = is_known && number < TRC_OLD_TRACE_OUTPUT && number % 2 == 1;
    trc_find_event_end_ret(ID, rest, sizeof rest);
    FILE* out = open_memstream(&text, &size);
    trc_memcheck(out, "text of an event");
    fprintf(out, "%s%s", is_known ? TRC_OLD_TEV_TRACE_NAMES[number] : "unknown", is_end ? " = " : "(");
    write_values(out, rest);
    if (!is_end) fputs(")", out);
    fclose(out);
    trc_memcheck(text, "text of an event");
    return text;
}

int trc_read_old_trace_str(TRC_ID ID, char* text, int size, int to_bracket) {
    int c, used = 0;
    if (size < 1) return TRC_FALSE;
    text[0] = 0;
    if (!trc_find_event_str(ID, "\"")) return TRC_FALSE;
    while ((c = getc(ID->trace_in)) != EOF && c != '"')
        if (used < size - 1) text[used++] = (char)c;
    text[used] = 0;
    if (c != '"') return banyan_trc_refuse("this text has no end:", text);
    return to_bracket ? trc_find_event_str(ID, "}") : TRC_TRUE;
}
