/* Events and masks as text for people. */
#include "libnet/pvm3/trace_files/trace_files.h"

/* Time and task are elsewhere. */
static int is_hidden(TRC_TEVREC record) {
    const char* name = record->ddesc->did ? record->ddesc->did->name : "";
    return strcmp(name, "TS") == 0 || strcmp(name, "TU") == 0 || strcmp(name, "TID") == 0;
}

static void write_texts(FILE* out, TRC_TEVREC record) {
    for (int i = 0; i < record->num; ++i)
        fprintf(out, "%s{%s}", i > 0 ? ", " : "", TRC_ARR_VALUE_OF(record->value, char*, i));
}

static void write_value(FILE* out, TRC_TEVREC record) {
    const int type = record->ddesc->dt;
    fprintf(out, "%s=", record->ddesc->did ? record->ddesc->did->name : "USR");
    if (!record->value || record->num < 1) return;
    if (type == TEV_DATA_BYTE) {
        fprintf(out, "{%.*s}", record->num, (const char*)record->value);
        return;
    }
    if (record->num > 1) fputs("{ ", out);
    if (type == TEV_DATA_STRING)
        write_texts(out, record);
    else
        banyan_trc_write_numbers(out, type, record->value, record->num);
    if (record->num > 1) fputs(" }", out);
}

char* trc_tevrec_string(TRC_TEVDESC event, TRC_TEVREC record, int tid, int seconds, int microseconds) {
    char* text = NULL;
    size_t size;
    int shown = 0;
    FILE* out = open_memstream(&text, &size);
    trc_memcheck(out, "text of an event");
    (void)tid;
    fprintf(out, "%s(", event->name);
    if (event->entry_exit != TRC_IGNORE_TEV) fprintf(out, "%d.", event->entry_exit);
    fprintf(out, "%d) @ %d.%06d", event->index, seconds, microseconds);
    for (; record; record = record->next) {
        if (is_hidden(record)) continue;
        fputs(shown++ > 0 ? ", " : ": ", out);
        write_value(out, record);
    }
    fputs(".", out);
    fclose(out);
    trc_memcheck(text, "text of an event");
    return text;
}

/* Which calls a mask selects in a table; the events of the service and of sums are always sent. */
static int is_selectable(int event) {
    return event != TEV_NEWTASK && event != TEV_SPNTASK && event != TEV_ENDTASK && event != TEV_TIMING &&
           event != TEV_PROFILING;
}

static int by_name(const void* a, const void* b) {
    return strcmp(pvmtevinfo[*(const int*)a].name, pvmtevinfo[*(const int*)b].name);
}

void trc_print_tmask(Pvmtmask mask) {
    enum { columns = 4, width = 15 };
    int events[TEV_MAX + 1], count = 0;
    for (int event = TEV_FIRST; event <= TEV_MAX; ++event)
        if (is_selectable(event)) events[count++] = event;
    qsort(events, (size_t)count, sizeof *events, by_name);
    const int rows = (count + columns - 1) / columns;
    for (int row = 0; row < rows; ++row) {
        for (int i = row; i < count; i += rows)
            printf(" %c %-*s", TEV_MASK_CHECK(mask, events[i]) ? '*' : ' ', width, pvmtevinfo[events[i]].name);
        putchar('\n');
    }
}
