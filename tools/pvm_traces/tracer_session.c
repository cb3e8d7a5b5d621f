#include "tools/pvm_traces/tracer_session.h"

enum { event_tag = 666, output_tag = 667, host_add_tag = 99, host_delete_tag = 100 };

static void write_status(TRC_ID collector, const char* text) {
    (void)collector;
    printf("%s\n", text);
    fflush(stdout);
}

static int fail(const char* what) {
    fprintf(stderr, "tracer: %s\n", what);
    return TRC_FALSE;
}

static int join(void) {
    pvm_setopt(PvmResvTids, 1);
    const int tid = pvm_mytid();
    if (tid < 0) return fail("no virtual machine runs, start one with pvm or banyan pvmd");
    pvm_setopt(PvmAutoErr, 0);
    pvm_setopt(PvmNoReset, 1);
    printf("Tracer connected as tid=0x%x.\n", (unsigned)tid);
    trc_tracer_init();
    TRC_NAME = (char*)"Tracer";
    TRC_VERSION = (char*)"1.0.0";
    TRC_TID = tid;
    TRC_HOST_ADD_NOTIFY_CODE = host_add_tag;
    TRC_HOST_DEL_NOTIFY_CODE = host_delete_tag;
    return TRC_TRUE;
}

static void make_collector(struct tracer_session* session) {
    TRC_ID collector = session->collector = trc_get_tracer_id();
    collector->status_msg = write_status;
    collector->event_ctx = collector->output_ctx = pvm_getcontext();
    collector->event_tag = event_tag;
    collector->output_tag = output_tag;
}

static int open_files(struct tracer_session* session) {
    trc_set_trace_file(session->collector, session->trace_file);
    if (!trc_reset_trace_file(session->collector)) return TRC_FALSE;
    if (!session->output_file) return TRC_TRUE;
    trc_set_output_file(session->collector, session->output_file);
    return trc_open_output_file(session->collector);
}

int tracer_begin(struct tracer_session* session) {
    if (!join()) return TRC_FALSE;
    make_collector(session);
    /* Before a file is opened, because another tracer may write to it. */
    if (!tracer_register(session) || !open_files(session)) return TRC_FALSE;
    trc_initialize_hosts(session->collector);
    trc_save_host_status_events(session->collector);
    return TRC_TRUE;
}

static void unregister(struct tracer_session* session) {
    Pvmtmask none;
    TEV_MASK_INIT(none);
    if (session->is_registered) pvm_reg_tracer(-1, -1, -1, -1, none, -1, -1);
    session->is_registered = TRC_FALSE;
}

int tracer_register(struct tracer_session* session) {
    unregister(session);
    const int context = pvm_getcontext();
    const int code =
        pvm_reg_tracer(context, event_tag, context, output_tag, session->mask, session->buffer_bytes, session->detail);
    if (code < 0) return fail(code == PvmAlready ? "another tracer is registered" : "could not register");
    session->is_registered = TRC_TRUE;
    return TRC_TRUE;
}

static int is_written(FILE* file, const char* name) {
    if (!file || !ferror(file)) return TRC_TRUE;
    fprintf(stderr, "tracer: %s could not be written\n", name);
    return TRC_FALSE;
}

int tracer_take_events(struct tracer_session* session, int* more) {
    enum { most = 20 };
    TRC_ID collector = session->collector;
    int status = TRC_MSG_STATUS_NONE;
    *more = TRC_FALSE;
    if (session->has_failed) return TRC_FALSE;
    const int events = trc_recv_messages(collector, most, &status);
    if (events > 0) fflush(collector->trace_out);
    *more = (status & TRC_MSG_STATUS_MORE) != 0;
    session->has_failed = events < 0 || !is_written(collector->trace_out, session->trace_file) ||
                          !is_written(collector->output_fp, session->output_file);
    return !session->has_failed;
}

void tracer_end(struct tracer_session* session) {
    enum { most = 1000 }; /* tasks that still run may send events without end */
    int more = TRC_TRUE;
    unregister(session);
    for (int i = 0; i < most && more; ++i)
        tracer_take_events(session, &more);
    trc_free_tracer_id(&session->collector);
    pvm_exit();
}

void tracer_select_default(struct tracer_session* session) {
    static const int shown[] = {TEV_BARRIER, TEV_BCAST,   TEV_EXIT,  TEV_JOINGROUP, TEV_KILL,
                                TEV_LVGROUP, TEV_MCAST,   TEV_MYTID, TEV_NRECV,     TEV_PARENT,
                                TEV_PRECV,   TEV_PROBE,   TEV_PSEND, TEV_RECV,      TEV_RECVF,
                                TEV_SEND,    TEV_SENDSIG, TEV_SPAWN, TEV_TRECV,     TEV_USER_DEFINED};
    TEV_MASK_INIT(session->mask);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; ++i)
        TEV_MASK_SET(session->mask, shown[i]);
}
