/* The descriptions that have been received or made, each with an index among those of its event. */
#include "libnet/pvm3/trace_files/trace_files.h"

static void make_room(int event) {
    void** list = (void**)TRC_TEVDESC_LIST;
    trc_check_listsize(&list, &TRC_TEVDESC_SIZE, event);
    TRC_TEVDESC_LIST = (TRC_TEVDESC*)list;
}

/* `given` is the same as `known`, and has values. */
static void use_known(TRC_ID ID, TRC_TEVDESC known, TRC_TEVDESC* given, int tid, int omit) {
    if (!omit && known->dump && ID) trc_dump_tevdesc(ID, known, tid);
    (*given)->index = known->index;
    if (ID) trc_store_data_values(ID, *given, tid, omit);
    trc_free_tevdesc(given);
    *given = known;
    ++known->refcount;
}

int trc_add_tevdesc(TRC_ID ID, TRC_TEVDESC* event, int tid, int omit) {
    int index = 0;
    make_room((*event)->eid);
    TRC_TEVDESC* place = &TRC_TEVDESC_LIST[(*event)->eid];
    for (; *place; place = &(*place)->next) {
        if (trc_cmp_tevdesc(*event, *place)) {
            use_known(ID, *place, event, tid, omit);
            return TRC_FALSE;
        }
        if ((*place)->index >= index) index = (*place)->index + 1;
    }
    *place = *event;
    (*event)->index = index;
    (*event)->dump = TRC_TRUE; /* also with omit, because an event of another task may need it */
    return TRC_TRUE;
}

void trc_remove_tevdesc(TRC_TEVDESC* event, int index) {
    if (!event || !*event) return;
    const TRC_TEVDESC removed = *event, next = removed->next;
    const int number = TRC_TEVEID_OF(index);
    if (!trc_free_tevdesc(event) || number >= TRC_TEVDESC_SIZE) return;
    for (TRC_TEVDESC* place = &TRC_TEVDESC_LIST[number]; *place; place = &(*place)->next) {
        if (*place != removed) continue;
        *place = next;
        return;
    }
}

TRC_TEVDESC trc_make_tevdesc(TRC_ID ID, int number, int phase, const char* name, TRC_TEVDESC_INFO values, int count) {
    TRC_TEVDESC event = trc_create_tevdesc();
    event->refcount = 1;
    event->eid = number;
    event->entry_exit = phase;
    event->name = trc_copy_str(name);
    TRC_DATADESC* place = &event->ddesc;
    for (int i = 0; i < count; ++i, place = &(*place)->next) {
        *place = trc_create_datadesc();
        (*place)->did = trc_get_did(NULL, values[i].id);
        (*place)->dt = values[i].dt;
        (*place)->array = values[i].array;
    }
    trc_add_tevdesc(ID, &event, TRC_TID, TRC_FALSE);
    return event;
}

void trc_define_special_descriptors(void) {
    enum { integer = TEV_DATA_INT, text = TEV_DATA_STRING, one = TEV_DATA_SCALAR };
#define TIME_AND_TASK                                         \
    {TEV_DID_TS, integer, one}, {TEV_DID_TU, integer, one}, { \
        TEV_DID_TID, integer, one                             \
    }
    static TRC_TEVDESC_INFO_STRUCT output[] = {TIME_AND_TASK, {TEV_DID_OS, text, one}};
    static TRC_TEVDESC_INFO_STRUCT added[] = {TIME_AND_TASK,
                                              {TEV_DID_HN, text, one},
                                              {TEV_DID_HNA, text, one},
                                              {TEV_DID_HA, text, one},
                                              {TEV_DID_HSP, integer, one}};
    static TRC_TEVDESC_INFO_STRUCT deleted[] = {TIME_AND_TASK, {TEV_DID_HN, text, one}};
    static TRC_TEVDESC_INFO_STRUCT clocks[] = {TIME_AND_TASK, {TEV_DID_HDS, integer, one}, {TEV_DID_HDU, integer, one}};
#undef TIME_AND_TASK
    TRC_OUTPUT_TEVDESC = trc_make_tevdesc(NULL, TRC_OUTPUT, TRC_IGNORE_TEV, "output", output, 4);
    TRC_HOST_ADD_TEVDESC = trc_make_tevdesc(NULL, TRC_HOST_ADD, TRC_IGNORE_TEV, "host_add", added, 7);
    TRC_HOST_DEL_TEVDESC = trc_make_tevdesc(NULL, TRC_HOST_DEL, TRC_IGNORE_TEV, "host_del", deleted, 4);
    TRC_HOST_SYNC_TEVDESC = trc_make_tevdesc(NULL, TRC_HOST_SYNC, TRC_IGNORE_TEV, "host_sync", clocks, 5);
}

void trc_set_tevlist(TRC_TEVTASK task, TRC_HOST host, TRC_TEVDESC event) {
    const int end = TRC_TEVINDEX_OF(event->eid, TRC_MAX_TEV), index = TRC_TEVINDEX_OF(event->eid, event->entry_exit);
    if (task) {
        trc_check_listsize(&task->tevlist, &task->tevsize, end);
        task->tevlist[index] = event;
    } else if (host) {
        trc_check_listsize(&host->tevlist, &host->tevsize, end);
        host->tevlist[index] = event;
    } else {
        fprintf(stderr, "event %s belongs to no task and no host\n", event->name);
    }
}

TRC_TEVDESC trc_get_tevdesc(TRC_TEVTASK task, TRC_HOST host, int number, int phase) {
    const int index = TRC_TEVINDEX_OF(number, phase);
    if (index < 0) return NULL;
    if (task && index < task->tevsize && task->tevlist[index]) return task->tevlist[index];
    /* The first events of a task may come before the event that announces it. */
    return host && index < host->tevsize ? host->tevlist[index] : NULL;
}
