/* Events with their values. */
#include "libnet/pvm3/trace_files/trace_files.h"

TRC_TEVREC trc_create_tevrec(void) {
    TRC_TEVREC record = banyan_trc_memory(sizeof *record, "value of an event");
    record->num = -1;
    return record;
}

void trc_free_tevrec(TRC_TEVREC* record) {
    if (!record) return;
    while (*record) {
        TRC_TEVREC next = (*record)->next;
        const int type = (*record)->ddesc ? (*record)->ddesc->dt : TEV_DATA_NULL;
        banyan_trc_free_value((*record)->value, type, (*record)->num);
        free(*record);
        *record = next;
    }
}

TRC_TEVREC trc_get_tevrec(TRC_TEVREC record, const char* name) {
    for (; record; record = record->next) {
        const TRC_DID did = record->ddesc ? record->ddesc->did : NULL;
        if (did && strcmp(did->name, name) == 0) return record;
    }
    return NULL;
}

int banyan_trc_int_value(TRC_TEVREC record, const char* name, int* value) {
    const TRC_TEVREC found = trc_get_tevrec(record, name);
    if (!found || !found->value || found->num < 1 || found->ddesc->dt != TEV_DATA_INT) return TRC_FALSE;
    *value = TRC_VALUE_OF(found->value, int);
    return TRC_TRUE;
}
