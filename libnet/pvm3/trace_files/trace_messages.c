/* A message of traces: docs/pvm3.md, Traces. */
#include "libnet/pvm3/trace_files/trace_files.h"

struct trace_source {
    TRC_ID ID;
    TRC_HOST host; /* null: unknown */
    int tid;
    int events; /* written */
};

static TRC_TEVTASK task_of(const struct trace_source* from) {
    return trc_get_tevtask_tid(from->ID, from->tid);
}

/* Uses one of this host's meanings if it is the same. */
static void learn_meaning(const struct trace_source* from, int number, const char* name, const char* words) {
    TRC_DID known = trc_lookup_trie(TRC_DID_TRIE, name);
    if (!known || known->id != number || strcmp(known->desc, words) != 0) {
        const int is_new = !known && *name;
        known = banyan_trc_add_meaning(number, name, words);
        if (is_new) trc_add_to_trie(TRC_DID_TRIE, known->name, known);
    }
    trc_set_didlist(from->host, known);
}

static int take_meanings(const struct trace_source* from) {
    enum { most_meanings = 100000 };
    for (;;) {
        int number;
        char *name = NULL, *words = NULL;
        if (pvm_upkint(&number, 1, 1) < 0) return banyan_trc_fail("trace: number of a meaning");
        if (number == TEV_MARK_DATA_ID_END) return TRC_TRUE;
        const int complete = banyan_trc_unpack_text(&name) >= 0 && banyan_trc_unpack_text(&words) >= 0;
        if (complete && number >= 0 && number < most_meanings) learn_meaning(from, number, name, words);
        free(name);
        free(words);
        if (!complete) return banyan_trc_fail("trace: text of a meaning");
    }
}

/* The number in a message also has the phase. */
static int event_of(int number, int* phase) {
    *phase = number & TEV_EVENT_ENTRY ? TRC_ENTRY_TEV : number & TEV_EVENT_EXIT ? TRC_EXIT_TEV : TRC_IGNORE_TEV;
    return number & ~(TEV_EVENT_ENTRY | TEV_EVENT_EXIT);
}

static int is_allowed(int event) {
    return event >= 0 && event < TRC_RESERVED_INTERNAL;
}

/* The number, phase and name of an event. */
static TRC_TEVDESC begin_description(void) {
    int number;
    char* name = NULL;
    if (pvm_upkint(&number, 1, 1) < 0 || banyan_trc_unpack_text(&name) < 0) {
        pvm_perror("trace: name of an event");
        free(name);
        return NULL;
    }
    TRC_TEVDESC event = trc_create_tevdesc();
    event->refcount = 1;
    event->eid = event_of(number, &event->entry_exit);
    event->name = name;
    if (is_allowed(event->eid)) return event;
    fprintf(stderr, "trace: event %s has the number %d, allowed are 0 to %d\n", name, event->eid,
            TRC_RESERVED_INTERNAL - 1);
    trc_free_tevdesc(&event);
    return NULL;
}

static int unpack_value(TRC_DATADESC value, int type) {
    value->dt = type & ~TEV_DATA_ARRAY;
    value->array = type & TEV_DATA_ARRAY;
    return trc_unpack_data_value(value);
}

static int take_described_values(const struct trace_source* from, TRC_TEVDESC event) {
    for (TRC_DATADESC* place = &event->ddesc;; place = &(*place)->next) {
        int meaning, type;
        if (pvm_upkint(&meaning, 1, 1) < 0) return banyan_trc_fail("trace: meaning of a value");
        if (meaning == TEV_MARK_EVENT_DESC_END) return TRC_TRUE;
        *place = trc_create_datadesc();
        (*place)->did = trc_get_did(from->host, meaning);
        if (!(*place)->did) {
            fprintf(stderr, "trace: value %d of event %s has no meaning\n", meaning, event->name);
            return TRC_FALSE;
        }
        if (pvm_upkint(&type, 1, 1) < 0) return banyan_trc_fail("trace: type of a value");
        if (!unpack_value(*place, type)) return TRC_FALSE;
    }
}

/* The time comes first and has no type. */
static int take_program_values(TRC_TEVDESC event) {
    static const int time[] = {TEV_DID_TS, TEV_DID_TU};
    TRC_DATADESC* place = &event->ddesc;
    for (int i = 0; i < 2; ++i, place = &(*place)->next) {
        *place = trc_create_datadesc();
        (*place)->did = trc_get_did(NULL, time[i]);
        if (!unpack_value(*place, TEV_DATA_INT | TEV_DATA_SCALAR)) return TRC_FALSE;
    }
    for (;; place = &(*place)->next) {
        int type;
        if (pvm_upkint(&type, 1, 1) < 0) return banyan_trc_fail("trace: type of a value");
        if (type == TEV_MARK_USER_EVENT_RECORD_END) return TRC_TRUE;
        *place = trc_create_datadesc();
        if (!unpack_value(*place, type)) return TRC_FALSE;
    }
}

/* An event that describes itself. */
static int take_description(struct trace_source* from, int of_program) {
    TRC_TEVDESC event = begin_description();
    if (!event) return TRC_FALSE;
    if (!(of_program ? take_program_values(event) : take_described_values(from, event))) {
        trc_free_tevdesc(&event);
        return TRC_FALSE;
    }
    const int omit = banyan_trc_omits(from->ID, task_of(from));
    const int is_new = trc_add_tevdesc(from->ID, &event, from->tid, omit);
    if (!of_program && (task_of(from) || from->host)) trc_set_tevlist(task_of(from), from->host, event);
    if (!omit && event->dump) trc_dump_tevdesc(from->ID, event, from->tid);
    if (is_new) trc_store_data_values(from->ID, event, from->tid, omit);
    if (!omit) ++from->events;
    return TRC_TRUE;
}

static int take_event(struct trace_source* from) {
    int number, phase;
    if (pvm_upkint(&number, 1, 1) < 0) return banyan_trc_fail("trace: number of an event");
    number = event_of(number, &phase);
    const TRC_TEVTASK task = task_of(from);
    const TRC_TEVDESC event = is_allowed(number) ? trc_get_tevdesc(task, from->host, number, phase) : NULL;
    if (!event) {
        fprintf(stderr, "trace: event %d of task 0x%x was not described\n", number, (unsigned)from->tid);
        return TRC_FALSE;
    }
    if (trc_store_trace_event(from->ID, event, from->tid, banyan_trc_omits(from->ID, task))) ++from->events;
    return TRC_TRUE;
}

static int take_record(struct trace_source* from, int mark) {
    switch (mark) {
        case TEV_MARK_DATA_ID:
            return take_meanings(from);
        case TEV_MARK_EVENT_DESC:
            return take_description(from, TRC_FALSE);
        case TEV_MARK_USER_EVENT_RECORD:
            return take_description(from, TRC_TRUE);
        case TEV_MARK_EVENT_RECORD:
            return take_event(from);
        default:
            fprintf(stderr, "trace: record of task 0x%x with the unknown mark %d\n", (unsigned)from->tid, mark);
            return TRC_FALSE;
    }
}

/* A time is where a message of PVM 3.4 has a mark. */
static int take_old_event(TRC_ID ID, int seconds) {
    int rest[3];
    if (pvm_upkint(rest, 3, 1) >= 0) return trc_store_old_trace_event(ID, seconds, rest[0], rest[1], rest[2]);
    pvm_perror("trace: event of PVM 3.3");
    return 0;
}

int trc_handle_trace_message(TRC_ID ID, int source) {
    int host = pvm_tidtohost(source), mark, depth = 0;
    if (!trc_get_host_tid(host)) host = pvm_tidtohost(TRC_TID); /* a message of the service */
    struct trace_source from = {ID, trc_get_host_tid(host), source, 0};
    for (;;) {
        if (pvm_upkint(&mark, 1, 1) < 0) {
            pvm_perror("trace: message");
            return from.events;
        }
        if (mark > 0 && depth == 0) return take_old_event(ID, mark);
        if (mark == TEV_MARK_EVENT_BUFFER)
            ++depth;
        else if (mark == TEV_MARK_EVENT_BUFFER_END)
            --depth;
        else if (!take_record(&from, mark))
            return from.events;
        if (depth <= 0) return from.events;
    }
}
