/* The head of a trace file, and the descriptions of events in it. */
#include "libnet/pvm3/trace_files/trace_files.h"

void banyan_trc_begin_line(TRC_ID ID, int tid) {
    if (ID->event_dump_hdr) ID->event_dump_hdr(ID, tid);
}

void trc_dump_trace_header(TRC_ID ID) {
    if (!ID->trace_out) return;
    char* date = trc_date_str();
    banyan_trc_begin_line(ID, TRC_TID);
    fputs("/*\n", ID->trace_out);
    banyan_trc_begin_line(ID, TRC_TID);
    fprintf(ID->trace_out, " * \"Creation Date\" \"%s\"\n", date);
    banyan_trc_begin_line(ID, TRC_TID);
    fprintf(ID->trace_out, " * \"Machine\" \"%s %s (PVM %s)\"\n", TRC_NAME ? TRC_NAME : "tracer",
            TRC_VERSION ? TRC_VERSION : "", pvm_version());
    banyan_trc_begin_line(ID, TRC_TID);
    fputs(" */ ;;\n", ID->trace_out);
    banyan_trc_begin_line(ID, TRC_TID);
    fputs("\n", ID->trace_out);
    free(date);
}

/* The number in the file has the index, the event and its phase. */
static void write_name(TRC_ID ID, TRC_TEVDESC event) {
    FILE* out = ID->trace_out;
    if (event->index < 0) {
        fprintf(out, "#%d: \"%s\"\n", event->eid, event->name);
        return;
    }
    const int is_end = event->entry_exit == TRC_EXIT_TEV;
    fprintf(out, "#%d: \"%s(", 1000 * (event->index + 1) + 2 * event->eid + is_end, event->name);
    if (event->entry_exit != TRC_IGNORE_TEV) fprintf(out, "%d.", event->entry_exit);
    fprintf(out, "%d)\"\n", event->index);
}

static void write_field(TRC_ID ID, int tid, const char* text[2], const char* type, const char* brackets) {
    banyan_trc_begin_line(ID, tid);
    fprintf(ID->trace_out, "\t// \"%s\" \"%s\"\n", text[0], text[1]);
    banyan_trc_begin_line(ID, tid);
    fprintf(ID->trace_out, "\t%s \"%s\"%s;\n", type, text[0], brackets);
}

static const char* brackets_of(TRC_DATADESC value) {
    const int is_array = value->array == TEV_DATA_ARRAY;
    if (value->dt == TEV_DATA_STRING) return is_array ? "[][]" : "[]";
    return is_array || value->dt == TEV_DATA_CPLX || value->dt == TEV_DATA_DCPLX ? "[]" : "";
}

const char banyan_trc_long_value[] = "long value";

static int may_exceed_int(int type) {
    return type == TEV_DATA_UINT || type == TEV_DATA_LONG || type == TEV_DATA_ULONG;
}

/* Values that the program packed have names by their order. */
static void write_value_of_program(TRC_ID ID, TRC_DATADESC value, int tid, int order) {
    char name[32], words[64];
    snprintf(name, sizeof name, "USR%d", order);
    snprintf(words, sizeof words, "%s %d of the program", may_exceed_int(value->dt) ? banyan_trc_long_value : "value",
             order);
    const char* text[] = {name, words};
    write_field(ID, tid, text, TRC_TYPE_STRS[value->dt & 15], brackets_of(value));
}

void trc_dump_tevdesc(TRC_ID ID, TRC_TEVDESC event, int tid) {
    int of_program = 0;
    banyan_trc_begin_line(ID, tid);
    fputs("\n", ID->trace_out);
    banyan_trc_begin_line(ID, tid);
    write_name(ID, event);
    banyan_trc_begin_line(ID, tid);
    fputs("{\n", ID->trace_out);
    if (banyan_trc_lacks_task(event)) {
        const TRC_DID task = trc_get_did(NULL, TEV_DID_TID);
        const char* text[] = {task->name, task->desc};
        write_field(ID, tid, text, TRC_TYPE_STRS[TEV_DATA_INT], "");
    }
    for (TRC_DATADESC value = event->ddesc; value; value = value->next) {
        if (!value->did) {
            write_value_of_program(ID, value, tid, of_program++);
            continue;
        }
        const char* text[] = {value->did->name, value->did->desc};
        write_field(ID, tid, text, TRC_TYPE_STRS[value->dt & 15], brackets_of(value));
    }
    banyan_trc_begin_line(ID, tid);
    fputs("};;\n", ID->trace_out);
    banyan_trc_begin_line(ID, tid);
    fputs("\n", ID->trace_out);
    event->dump = TRC_FALSE;
}
