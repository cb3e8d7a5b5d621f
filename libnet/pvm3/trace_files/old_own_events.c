/* Writes the events of the library in the form of PVM 3.3. Tasks of PVM 3.3 cannot join a virtual machine of today, so
   their events are not received. */
#include "libnet/pvm3/trace_files/trace_files.h"
#include "pvm3/trccompat.h"

struct old_value {
    const char *name, *words, *type, *variable;
};

static const struct old_value time_and_task[] = {{"Time", "seconds", "int", "sec"},
                                                 {"Time", "microseconds", "int", "usec"},
                                                 {"TID", "task", "int", "tid"},
                                                 {0, 0, 0, 0}};
static const struct old_value own_values[][5] = {
    {{"Out", "output of a task", "char", "out\"[]"}},
    {{"Name", "name of the host", "char", "name\"[]"},
     {"Alias", "other name of the host", "char", "alias\"[]"},
     {"Arch", "architecture of the host", "char", "arch\"[]"},
     {"Speed", "speed of the host", "int", "speed\""}},
    {{"Name", "name of the host", "char", "name\"[]"}},
    {{"DSec", "difference of the clocks in s", "int", "dsec\""},
     {"DUSec", "difference of the clocks, the rest in us", "int", "dusec\""}}};

static void describe(FILE* out, int number) {
    fprintf(out, "#%d: \"%s\"\n{\n", number + 1, TRC_OLD_TEV_TRACE_NAMES[number]);
    for (const struct old_value* value = time_and_task; value->name; ++value)
        fprintf(out, "\t// \"%s\" \"%s\"\n\t%s \"%s\";\n", value->name, value->words, value->type, value->variable);
    for (const struct old_value* value = own_values[number - TRC_OLD_TRACE_OUTPUT]; value->name; ++value)
        fprintf(out, "\t// \"%s\" \"%s\"\n\t%s \"%s;\n", value->name, value->words, value->type, value->variable);
    fputs("};;\n\n", out);
}

static void begin_event(TRC_ID ID, int number, int tid) {
    if (!TRC_OLD_TEV_TRACE[number]) {
        fputs("\n", ID->trace_out);
        banyan_trc_begin_line(ID, tid);
        describe(ID->trace_out, number);
        TRC_OLD_TEV_TRACE[number] = 1;
    }
    banyan_trc_begin_line(ID, tid);
    fprintf(ID->trace_out, "\"%s\" { ", TRC_OLD_TEV_TRACE_NAMES[number]);
}

void trc_write_old_output_event(TRC_ID ID, int tid, const char* line) {
    begin_event(ID, TRC_OLD_TRACE_OUTPUT, tid);
    banyan_trc_write_output_values(ID, tid, line);
}

void trc_write_old_host_add_event(TRC_ID ID, TRC_HOST host) {
    begin_event(ID, TRC_OLD_TRACE_HOST_ADD, host->pvmd_tid);
    banyan_trc_write_host_add_values(ID, host);
}

void trc_write_old_host_del_event(TRC_ID ID, TRC_HOST host, int tid) {
    begin_event(ID, TRC_OLD_TRACE_HOST_DEL, tid);
    banyan_trc_write_host_del_values(ID, host, tid);
}

void trc_write_old_host_sync_event(TRC_ID ID, TRC_HOST host) {
    begin_event(ID, TRC_OLD_TRACE_HOST_SYNC, host->pvmd_tid);
    banyan_trc_write_host_sync_values(ID, host);
}

int trc_store_old_trace_event(TRC_ID ID, int seconds, int microseconds, int tid, int event) {
    (void)ID;
    (void)seconds;
    (void)microseconds;
    fprintf(stderr, "trace: event %d of task 0x%x has the form of PVM 3.3, which is not received\n", event,
            (unsigned)tid);
    return 0;
}

void trc_dump_old_pvm_event_fmt(TRC_ID ID, int event) {
    trc_store_old_trace_event(ID, 0, 0, 0, event);
}

void trc_dump_old_sddf_headers(void) {
    for (int number = TRC_OLD_TRACE_OUTPUT; number < TRC_OLD_TRACE_MAX; ++number)
        describe(stdout, number);
    exit(0);
}
