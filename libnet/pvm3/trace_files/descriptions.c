/* Descriptions of events and of their values. */
#include "libnet/pvm3/trace_files/trace_files.h"

TRC_DATADESC trc_create_datadesc(void) {
    TRC_DATADESC value = banyan_trc_memory(sizeof *value, "description of a value");
    value->dt = value->array = value->num = -1;
    return value;
}

void trc_free_datadesc(TRC_DATADESC* value) {
    if (!value || !*value) return;
    banyan_trc_free_value((*value)->data, (*value)->dt, (*value)->num);
    free(*value);
    *value = NULL;
}

int trc_cmp_datadesc(TRC_DATADESC a, TRC_DATADESC b) {
    if ((a->did == NULL) != (b->did == NULL)) return TRC_FALSE;
    if (a->did && !trc_cmp_did(a->did, b->did)) return TRC_FALSE;
    return a->dt == b->dt && a->array == b->array ? TRC_TRUE : TRC_FALSE;
}

TRC_TEVDESC trc_create_tevdesc(void) {
    TRC_TEVDESC event = banyan_trc_memory(sizeof *event, "description of an event");
    event->eid = event->entry_exit = event->index = event->hid = event->dump = event->refcount = -1;
    return event;
}

int trc_free_tevdesc(TRC_TEVDESC* event) {
    if (!event || !*event) return TRC_FALSE;
    if (--(*event)->refcount > 0) return TRC_FALSE;
    free((*event)->name);
    while ((*event)->ddesc) {
        TRC_DATADESC next = (*event)->ddesc->next;
        trc_free_datadesc(&(*event)->ddesc);
        (*event)->ddesc = next;
    }
    free(*event);
    *event = NULL;
    return TRC_TRUE;
}

int trc_cmp_tevdesc(TRC_TEVDESC a, TRC_TEVDESC b) {
    if (strcmp(a->name, b->name) != 0 || a->eid != b->eid || a->entry_exit != b->entry_exit) return TRC_FALSE;
    TRC_DATADESC of_a = a->ddesc, of_b = b->ddesc;
    for (; of_a && of_b; of_a = of_a->next, of_b = of_b->next)
        if (!trc_cmp_datadesc(of_a, of_b)) return TRC_FALSE;
    return !of_a && !of_b ? TRC_TRUE : TRC_FALSE;
}

TRC_TEVDESC_INFO trc_create_tevdesc_info(void) {
    TRC_TEVDESC_INFO info = banyan_trc_memory(sizeof *info, "facts about a value");
    info->id = info->dt = info->array = -1;
    return info;
}

void trc_free_tevdesc_info(TRC_TEVDESC_INFO* info) {
    if (!info) return;
    free(*info);
    *info = NULL;
}

void trc_free_event_descriptors(TRC_TRIE map) {
    if (!map) return;
    for (int i = 0; i < TRC_TRIE_SIZE; ++i) {
        TRC_TEVDESC event = map[i].value;
        while (event) {
            TRC_TEVDESC next = event->next;
            trc_free_tevdesc(&event);
            event = next;
        }
        map[i].value = NULL;
        trc_free_event_descriptors(map[i].next);
    }
}

int banyan_trc_lacks_task(TRC_TEVDESC event) {
    if (strcmp(event->name, "user_defined") != 0) return TRC_FALSE;
    for (TRC_DATADESC value = event->ddesc; value; value = value->next)
        if (value->did && strcmp(value->did->name, "TID") == 0) return TRC_FALSE;
    return TRC_TRUE;
}
