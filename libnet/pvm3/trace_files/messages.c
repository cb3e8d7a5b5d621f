/* Receives the messages for a collector: traces, output, and notifications about hosts. */
#include "libnet/pvm3/trace_files/trace_files.h"

static int receive_in(int context, int tag) {
    const int own = pvm_setcontext(context);
    const int buffer = pvm_nrecv(-1, tag);
    if (own >= 0) pvm_setcontext(own);
    return buffer;
}

/* The tag of the first message in the context, or -1. */
static int first_tag(int context) {
    int tag = -1;
    const int own = pvm_setcontext(context);
    const int buffer = pvm_probe(-1, -1);
    if (buffer > 0) pvm_bufinfo(buffer, NULL, &tag, NULL);
    if (own >= 0) pvm_setcontext(own);
    return tag;
}

/* Traces and output in the order of their arrival, if they have the same context. */
static int receive_for(TRC_ID ID, int* others) {
    const int first = first_tag(ID->event_ctx);
    const int is_output = first == ID->output_tag && ID->output_ctx == ID->event_ctx;
    if (others && first >= 0 && !is_output && first != ID->event_tag) *others = TRC_TRUE;
    if (is_output) return receive_in(ID->output_ctx, ID->output_tag);
    const int buffer = receive_in(ID->event_ctx, ID->event_tag);
    return buffer != 0 ? buffer : receive_in(ID->output_ctx, ID->output_tag);
}

int trc_get_msg(TRC_ID ID, int* bytes, int* tag, int* source, int* others) {
    if (others) *others = TRC_FALSE;
    int buffer = pvm_nrecv(-1, TRC_HOST_ADD_NOTIFY_CODE);
    if (buffer == 0) buffer = pvm_nrecv(-1, TRC_HOST_DEL_NOTIFY_CODE);
    if (buffer == 0) buffer = receive_for(ID, others);
    if (buffer == 0) return 0;
    if (buffer > 0 && pvm_bufinfo(buffer, bytes, tag, source) >= 0) return buffer;
    pvm_perror("trace: receive");
    return -1;
}

static int take_added_hosts(TRC_ID ID) {
    int count = 0, bytes = 0, events = 0;
    pvm_bufinfo(pvm_getrbuf(), &bytes, NULL, NULL);
    if (pvm_upkint(&count, 1, 1) < 0 || count < 1 || count > bytes) {
        fprintf(stderr, "notification about %d added hosts in a message of %d bytes\n", count, bytes);
        return 0;
    }
    int* tids = banyan_trc_memory((size_t)count * sizeof *tids, "added hosts");
    if (pvm_upkint(tids, count, 1) < 0) {
        pvm_perror("trace: added hosts");
    } else {
        pvm_notify(PvmHostDelete, TRC_HOST_DEL_NOTIFY_CODE, count, tids);
        events = trc_handle_host_add_notify(ID, tids, count);
    }
    free(tids);
    return events;
}

static int take_deleted_host(TRC_ID ID) {
    int tid;
    if (pvm_upkint(&tid, 1, 1) >= 0) return trc_handle_host_del_notify(ID, tid);
    pvm_perror("trace: deleted host");
    return 0;
}

static int take(TRC_ID ID, int tag, int source, int* status) {
    if (tag == TRC_HOST_ADD_NOTIFY_CODE) return take_added_hosts(ID);
    if (tag == TRC_HOST_DEL_NOTIFY_CODE) return take_deleted_host(ID);
    const int events = tag == ID->event_tag ? trc_handle_trace_message(ID, source) : trc_handle_output_message(ID);
    *status |= events > 0 ? TRC_MSG_STATUS_OVERWRITE : TRC_MSG_STATUS_CLEANUP;
    return events;
}

static int take_messages(TRC_ID ID, int most, int* status) {
    int events = 0, taken = 0;
    for (; taken < most; ++taken) {
        int bytes, tag, source;
        const int buffer = trc_get_msg(ID, &bytes, &tag, &source, NULL);
        if (buffer < 0) return -1;
        if (buffer == 0) break;
        *status |= TRC_MSG_STATUS_ACTIVE;
        events += take(ID, tag, source, status);
        pvm_freebuf(buffer);
    }
    if (taken == most) *status |= TRC_MSG_STATUS_MORE;
    return events;
}

/* One message for each collector that was freed while some of its tasks lived. Notifications about hosts are not for
   these, because they write nothing. */
static void take_for_freed(int* status) {
    TRC_ID* place = &TRC_DEAD_ID_LIST;
    while (*place) {
        TRC_ID ID = *place;
        int bytes, tag, source;
        const int buffer = receive_for(ID, NULL);
        if (buffer > 0) {
            *status |= TRC_MSG_STATUS_ACTIVE | TRC_MSG_STATUS_MORE;
            if (pvm_bufinfo(buffer, &bytes, &tag, &source) >= 0) take(ID, tag, source, status);
            pvm_freebuf(buffer);
        }
        if (trc_tevtasks_dead(ID))
            trc_free_tracer_id(&ID); /* removes it from the list */
        else
            place = &(*place)->next;
    }
}

static int lacks_codes(TRC_ID ID) {
    if (TRC_HOST_ADD_NOTIFY_CODE != -1 && TRC_HOST_DEL_NOTIFY_CODE != -1 && ID->event_ctx != -1 &&
        ID->output_ctx != -1 && ID->event_tag != -1 && ID->output_tag != -1)
        return TRC_FALSE;
    fprintf(
        stderr,
        "trc_recv_messages: the tags of hosts (%d, %d), contexts (%d, %d) and tags (%d, %d) must all be set first\n",
        TRC_HOST_ADD_NOTIFY_CODE, TRC_HOST_DEL_NOTIFY_CODE, ID->event_ctx, ID->output_ctx, ID->event_tag,
        ID->output_tag);
    return TRC_TRUE;
}

int trc_recv_messages(TRC_ID ID, int count, int* status) {
    int done = TRC_MSG_STATUS_NONE;
    if (lacks_codes(ID)) return -1;
    int events = trc_check_host_sync(ID);
    const int written = take_messages(ID, count, &done);
    if (written >= 0) take_for_freed(&done);
    if (status) *status = done;
    events += written;
    return written < 0 ? -1 : events;
}
