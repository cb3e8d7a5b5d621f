/* Events of messages, written to the trace file. */
#include "libnet/pvm3/trace_files/trace_files.h"

/* The values of a description become those of a record, counted as in a file. */
static TRC_TEVREC taken_value(TRC_DATADESC from, TRC_DATADESC meaning) {
    TRC_TEVREC record = trc_create_tevrec();
    record->ddesc = meaning;
    record->value = from->data;
    record->num = from->num;
    if (from->dt == TEV_DATA_BYTE && from->array == TEV_DATA_ARRAY) ++record->num; /* the final 0 */
    if (from->dt == TEV_DATA_CPLX || from->dt == TEV_DATA_DCPLX) record->num *= 2;
    from->data = NULL;
    from->num = -1;
    return record;
}

static TRC_TEVREC values_of(TRC_TEVDESC event) {
    TRC_TEVREC first = NULL, *place = &first;
    for (TRC_DATADESC value = event->ddesc; value; value = value->next, place = &(*place)->next)
        *place = taken_value(value, value);
    return first;
}

static TRC_TEVREC received_values(TRC_TEVDESC event, int* complete) {
    TRC_TEVREC first = NULL, *place = &first;
    *complete = TRC_TRUE;
    for (TRC_DATADESC value = event->ddesc; value && *complete; value = value->next, place = &(*place)->next) {
        struct trc_datadesc_struct received = *value;
        received.data = NULL;
        received.num = 0;
        *complete = trc_unpack_data_value(&received);
        *place = taken_value(&received, value);
    }
    return first;
}

static void store(TRC_ID ID, TRC_TEVDESC event, TRC_TEVREC record, int tid, int omit) {
    int seconds, microseconds;
    if (!omit) {
        trc_store_tevrec(ID, event, record, tid);
        if (banyan_trc_int_value(record, "TS", &seconds) && banyan_trc_int_value(record, "TU", &microseconds))
            trc_update_trace_time(seconds, microseconds);
    }
    banyan_trc_note_tasks(ID, event, record, omit);
}

void trc_store_data_values(TRC_ID ID, TRC_TEVDESC event, int tid, int omit) {
    TRC_TEVREC record = values_of(event);
    store(ID, event, record, tid, omit);
    trc_free_tevrec(&record);
}

int trc_store_trace_event(TRC_ID ID, TRC_TEVDESC event, int tid, int omit) {
    int complete, mark = 0;
    TRC_TEVREC record = received_values(event, &complete);
    if (complete && (pvm_upkint(&mark, 1, 1) < 0 || mark != TEV_MARK_EVENT_RECORD_END)) {
        fprintf(stderr, "event %s of task 0x%x has no end\n", event->name, (unsigned)tid);
        complete = TRC_FALSE;
    }
    if (complete) {
        if (!omit && event->dump) trc_dump_tevdesc(ID, event, tid);
        store(ID, event, record, tid, omit);
    }
    trc_free_tevrec(&record);
    return complete && !omit ? TRC_TRUE : TRC_FALSE;
}

void trc_update_trace_time(int seconds, int microseconds) {
    struct timeval time = {seconds, microseconds};
    if (seconds == -1) gettimeofday(&time, NULL);
    if (TRC_TIME_COMPARE(time, TRC_TRACE_TIME) > 0) TRC_TRACE_TIME = time;
}
