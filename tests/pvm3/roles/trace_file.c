/* A collector of traces for libpvmtrc, as users write one: the events and the output of two tasks that it spawns go to
   the trace file that is its first argument, and the output also to the file that is its second one. It reads the trace
   file again through the library. The third argument is PvmTraceBuffer. */
#include "role.h"
/* Of the library alone, so that a missing include in it is noticed. */
#include <trclib.h>

enum { event_tag = 666, output_tag = 667, go_tag = 3, data_tag = 1, tasks = 2, sends = 3 };

static void be_traced(void) {
    int i, numbers[3] = {1, -2, 3};
    double real = 0.1;
    received_int(pvm_parent(), go_tag);
    for (i = 0; i < sends; ++i)
        send_int(pvm_parent(), data_tag, i);
    CHECK(pvm_initsend(PvmDataTrace) > 0);
    CHECK(pvm_pkint(numbers, 3, 1) == 0 && pvm_pkstr((char*)"text") == 0 && pvm_pkdouble(&real, 1, 1) == 0);
    CHECK(pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE) == 0);
    printf("says \"};;\" {\nends without a line feed");
    fflush(stdout);
    pvm_exit();
}

/* ---- collecting */
static int complete;

static void note_status(TRC_ID collector, char* text) {
    CHECK(collector->trace_out != NULL);
    if (strcmp(text, "Trace File Complete") == 0) ++complete;
}

static TRC_ID begin(const char* trace, const char* output) {
    TRC_ID collector;
    trc_tracer_init();
    TRC_NAME = (char*)"trace_file";
    TRC_VERSION = (char*)"1";
    TRC_TID = pvm_mytid();
    TRC_HOST_ADD_NOTIFY_CODE = 99;
    TRC_HOST_DEL_NOTIFY_CODE = 100;
    collector = trc_get_tracer_id();
    collector->status_msg = (trc_vfp)note_status;
    collector->event_ctx = collector->output_ctx = pvm_getcontext();
    collector->event_tag = event_tag;
    collector->output_tag = output_tag;
    CHECK(trc_set_trace_file(collector, trace) && trc_reset_trace_file(collector));
    CHECK(trc_set_output_file(collector, output) && trc_open_output_file(collector));
    trc_initialize_hosts(collector);
    CHECK(TRC_HOST_LIST != NULL && trc_get_host_tid(pvm_tidtohost(TRC_TID)) == TRC_HOST_LIST);
    CHECK(trc_save_host_status_events(collector) == 1);
    return collector;
}

static void take_all(TRC_ID collector) {
    int status = TRC_MSG_STATUS_MORE;
    while (status & TRC_MSG_STATUS_MORE)
        CHECK(trc_recv_messages(collector, 5, &status) >= 0);
}

/* Their events and their output have begun. */
static int known_tasks(TRC_ID collector) {
    TRC_TEVTASK task;
    int count = 0;
    for (task = collector->tevtask_list; task; task = task->next)
        count += task->tevstatus == TRC_TASK_ALIVE && task->outstatus == TRC_TASK_OUT;
    return count;
}

static void collect(TRC_ID collector, int buffer_bytes) {
    int tids[tasks], *descriptors, i;
    Pvmtmask mask;
    CHECK(pvm_getfds(&descriptors) > 0);
    TEV_MASK_INIT(mask);
    TEV_MASK_SET(mask, TEV_SEND);
    TEV_MASK_SET(mask, TEV_RECV);
    TEV_MASK_SET(mask, TEV_USER_DEFINED);
    CHECK(pvm_reg_tracer(collector->event_ctx, event_tag, collector->output_ctx, output_tag, mask, buffer_bytes,
                         PvmTraceFull) == PvmOk);
    CHECK(pvm_spawn((char*)"trace_file", NULL, PvmTaskDefault, (char*)"", tasks, tids) == tasks);
    for (take_all(collector); known_tasks(collector) < tasks; take_all(collector))
        wait_for_message(descriptors[0]);
    for (i = 0; i < tasks; ++i)
        send_int(tids[i], go_tag, i);
    for (take_all(collector); !complete; take_all(collector))
        wait_for_message(descriptors[0]);
    CHECK(collector->complete == TRC_TRUE && collector->tevtask_list == NULL);
    for (i = 0; i < tasks * sends; ++i) /* messages for the program itself have stayed */
        received_int(-1, data_tag);
}

/* A collector that is freed while a task lives is forgotten when the task has ended, whatever its context. */
static void free_too_early(void) {
    int tid, *descriptors, i;
    Pvmtmask mask;
    TRC_ID freed = trc_get_tracer_id(), other = trc_get_tracer_id();
    TEV_MASK_INIT(mask);
    freed->event_ctx = freed->output_ctx = pvm_newcontext();
    other->event_ctx = other->output_ctx = pvm_newcontext();
    freed->event_tag = other->event_tag = event_tag;
    freed->output_tag = other->output_tag = output_tag;
    freed->status_msg = (trc_vfp)note_status;
    CHECK(trc_set_trace_file(freed, "/dev/null") && trc_reset_trace_file(freed));
    CHECK(pvm_getfds(&descriptors) > 0);
    CHECK(pvm_reg_tracer(-1, -1, -1, -1, mask, -1, -1) == PvmOk);
    CHECK(pvm_reg_tracer(freed->event_ctx, event_tag, freed->output_ctx, output_tag, mask, 0, PvmTraceFull) == PvmOk);
    CHECK(pvm_spawn((char*)"trace_file", NULL, PvmTaskDefault, (char*)"", 1, &tid) == 1);
    for (take_all(freed); known_tasks(freed) < 1; take_all(freed))
        wait_for_message(descriptors[0]);
    trc_free_tracer_id(&freed);
    CHECK(freed == NULL && TRC_DEAD_ID_LIST != NULL);
    send_int(tid, go_tag, 0);
    for (take_all(other); TRC_DEAD_ID_LIST; take_all(other))
        wait_for_message(descriptors[0]);
    trc_free_tracer_id(&other);
    for (i = 0; i < sends; ++i)
        received_int(tid, data_tag);
}

/* ---- reading */
static int begun_sends, ended_sends, program_events, descriptions;

static void note_description(TRC_ID reader, TRC_TEVDESC event) {
    CHECK(reader->trace_in != NULL && event->ddesc != NULL);
    ++descriptions;
}

static void note_event(TRC_ID reader, TRC_TEVDESC event, TRC_TEVREC record) {
    TRC_TEVREC value;
    CHECK(reader->trace_in != NULL);
    CHECK(TRC_GET_TEVREC_VALUE(record, "TS", int) > 1000000000);
    if (strcmp(event->name, "send") == 0 && event->entry_exit == TRC_ENTRY_TEV) {
        /* Also the sends of events of the program, which go to no task. */
        begun_sends += TRC_GET_TEVREC_VALUE(record, "DST", int) == TRC_TID;
    } else if (strcmp(event->name, "send") == 0) {
        ended_sends += TRC_GET_TEVREC_VALUE(record, "CC", int) == 0;
    } else if (event->hid == 17) {
        CHECK(TRC_GET_TEVREC(record, value, "USR0") && value->num == 3 && TRC_ARR_VALUE_OF(value->value, int, 1) == -2);
        CHECK(TRC_GET_TEVREC(record, value, "USR1") && memcmp(value->value, "text", 4) == 0);
        CHECK(TRC_GET_TEVREC_VALUE(record, "USR2", double) == 0.1);
        ++program_events;
    }
}

static void read_again(const char* file) {
    int end = TRC_FALSE;
    TRC_ID reader = trc_get_tracer_id();
    reader->trace_in = fopen(file, "r");
    CHECK(reader->trace_in != NULL);
    reader->handle_descriptor = (trc_vfp)note_description;
    reader->handle_event = (trc_vfp)note_event;
    CHECK(trc_add_to_trie(TRC_HANDLE_TRIE, "user_defined", (void*)17));
    while (trc_read_trace_event(reader, &end)) {
    }
    CHECK(end && begun_sends == tasks * sends && ended_sends >= tasks * sends && program_events == tasks);
    CHECK(descriptions >= 8);
    trc_free_tracer_id(&reader);
    CHECK(reader == NULL);
}

int main(int count, char** arguments) {
    TRC_ID collector;
    if (!is_first_task()) {
        be_traced();
        return 0;
    }
    CHECK(count == 4);
    collector = begin(arguments[1], arguments[2]);
    collect(collector, atoi(arguments[3]));
    trc_free_tracer_id(&collector);
    read_again(arguments[1]);
    free_too_early();
    pvm_exit();
    return 0;
}
