/* What values mean: the list of this host, and those that other hosts have sent. */
#include "libnet/pvm3/trace_files/trace_files.h"

TRC_DID trc_create_did(void) {
    TRC_DID did = banyan_trc_memory(sizeof *did, "meaning of a value");
    did->id = -1;
    return did;
}

void trc_free_did(TRC_DID* did) {
    if (!did || !*did) return;
    free((*did)->name);
    free((*did)->desc);
    free(*did);
    *did = NULL;
}

int trc_cmp_did(TRC_DID a, TRC_DID b) {
    return a->id == b->id && strcmp(a->name, b->name) == 0 && strcmp(a->desc, b->desc) == 0 ? TRC_TRUE : TRC_FALSE;
}

TRC_DID banyan_trc_add_meaning(int number, const char* name, const char* words) {
    TRC_DID did = trc_create_did();
    did->id = number;
    did->name = trc_copy_str(name);
    did->desc = trc_copy_str(words);
    did->next = TRC_DID_LIST;
    TRC_DID_LIST = did;
    return did;
}

void trc_init_did_trie(void) {
    TRC_DID_TRIE = trc_create_triestack();
    for (int i = TEV_DID_FIRST; i <= TEV_DID_MAX; ++i) {
        TRC_DID did = banyan_trc_add_meaning(i, pvmtevdidlist[i].did, pvmtevdidlist[i].desc);
        trc_add_to_trie(TRC_DID_TRIE, did->name, did);
        TRC_LOCAL_DID[i - TEV_DID_FIRST] = did;
    }
}

void trc_check_listsize(void*** list, int* size, int index) {
    if (index < *size) return;
    const int old_size = *size > 0 ? *size : 0, new_size = 2 * index > 100 ? 2 * index : 100;
    void** larger = banyan_trc_memory((size_t)new_size * sizeof *larger, "list of a trace");
    if (*list && old_size > 0) memcpy(larger, *list, (size_t)old_size * sizeof *larger);
    free(*list);
    *list = larger;
    *size = new_size;
}

void trc_set_didlist(TRC_HOST host, TRC_DID did) {
    if (!host || did->id < 0) {
        fprintf(stderr, "a meaning of values without a host: %s\n", did->name);
        return;
    }
    trc_check_listsize(&host->didlist, &host->didsize, did->id);
    host->didlist[did->id] = did;
}

TRC_DID trc_get_did(TRC_HOST host, int number) {
    if (host && host->didlist && number >= 0 && number < host->didsize && host->didlist[number])
        return host->didlist[number];
    return number >= TEV_DID_FIRST && number <= TEV_DID_MAX ? TRC_LOCAL_DID[number - TEV_DID_FIRST] : NULL;
}
