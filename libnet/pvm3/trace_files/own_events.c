/* Events that the library writes itself: output of tasks, and changes of hosts. */
#include "libnet/pvm3/trace_files/trace_files.h"

/* The time and the task. */
static void begin_values(TRC_ID ID, int tid) {
    fprintf(ID->trace_out, "%ld, %ld, %d", (long)TRC_TRACE_TIME.tv_sec, (long)TRC_TRACE_TIME.tv_usec, tid);
}

static void end_values(TRC_ID ID) {
    fputs(" };;\n", ID->trace_out);
}

void banyan_trc_write_output_values(TRC_ID ID, int tid, const char* line) {
    begin_values(ID, tid);
    trc_dump_trace_str(ID, line, TRC_TRUE);
    end_values(ID);
}

void banyan_trc_write_host_add_values(TRC_ID ID, TRC_HOST host) {
    begin_values(ID, host->pvmd_tid);
    trc_dump_trace_str(ID, host->refname, TRC_TRUE);
    trc_dump_trace_str(ID, host->alias, TRC_TRUE);
    trc_dump_trace_str(ID, host->arch, TRC_TRUE);
    fprintf(ID->trace_out, ", %d", host->speed);
    end_values(ID);
}

void banyan_trc_write_host_del_values(TRC_ID ID, TRC_HOST host, int tid) {
    begin_values(ID, tid);
    trc_dump_trace_str(ID, host->refname, TRC_TRUE);
    end_values(ID);
}

void banyan_trc_write_host_sync_values(TRC_ID ID, TRC_HOST host) {
    begin_values(ID, host->pvmd_tid);
    fprintf(ID->trace_out, ", %ld, %ld", (long)host->delta.tv_sec, (long)host->delta.tv_usec);
    end_values(ID);
    host->last_time = TRC_TRACE_TIME;
}

static void begin_event(TRC_ID ID, TRC_TEVDESC event, int tid) {
    if (event->dump) trc_dump_tevdesc(ID, event, tid);
    trc_store_event_header(ID, event, tid);
}

void trc_write_output_event(TRC_ID ID, int tid, const char* line) {
    begin_event(ID, TRC_OUTPUT_TEVDESC, tid);
    banyan_trc_write_output_values(ID, tid, line);
    trc_task_output(ID, tid, line);
}

void trc_write_host_add_event(TRC_ID ID, TRC_HOST host) {
    begin_event(ID, TRC_HOST_ADD_TEVDESC, host->pvmd_tid);
    banyan_trc_write_host_add_values(ID, host);
}

void trc_write_host_del_event(TRC_ID ID, TRC_HOST host, int tid) {
    begin_event(ID, TRC_HOST_DEL_TEVDESC, tid);
    banyan_trc_write_host_del_values(ID, host, tid);
}

void trc_write_host_sync_event(TRC_ID ID, TRC_HOST host) {
    begin_event(ID, TRC_HOST_SYNC_TEVDESC, host->pvmd_tid);
    banyan_trc_write_host_sync_values(ID, host);
}

int banyan_trc_write_host_status(TRC_ID ID, TRC_HOST host) {
    trc_write_host_add_event(ID, host);
    if (host->delta.tv_sec == 0 && host->delta.tv_usec == 0) return 1;
    trc_write_host_sync_event(ID, host);
    return 2;
}

int trc_save_host_status_events(TRC_ID ID) {
    int events = 0;
    if (!ID->trace_out) return 0;
    for (TRC_HOST host = TRC_HOST_LIST; host; host = host->next)
        events += banyan_trc_write_host_status(ID, host);
    if (events > 0) fflush(ID->trace_out);
    return events;
}
