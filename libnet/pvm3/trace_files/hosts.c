/* The list of hosts. */
#include "libnet/pvm3/trace_files/trace_files.h"

TRC_HOST trc_create_host(void) {
    TRC_HOST host = banyan_trc_memory(sizeof *host, "host of a trace");
    host->pvmd_tid = host->speed = host->tevsize = host->didsize = -1;
    return host;
}

void trc_free_host(TRC_HOST* host) {
    if (!host || !*host) return;
    free((*host)->name);
    free((*host)->alias);
    free((*host)->refname);
    free((*host)->arch);
    free((*host)->tevlist);
    free((*host)->didlist);
    free(*host);
    *host = NULL;
}

void trc_cleanup_dead_hosts(void) {
    TRC_HOST* place = &TRC_HOST_LIST;
    while (*place) {
        TRC_HOST host = *place;
        if (host->in_pvm != TRC_NOT_IN_PVM) {
            place = &host->next;
            continue;
        }
        *place = host->next;
        trc_free_host(&host);
    }
}

TRC_HOST trc_get_host_name(const char* name) {
    TRC_HOST host = TRC_HOST_LIST;
    while (host && !TRC_HOST_COMPARE(host, name))
        host = host->next;
    return host;
}

TRC_HOST trc_get_host_tid_last(int tid, TRC_HOST* before) {
    *before = NULL;
    TRC_HOST host = TRC_HOST_LIST;
    for (; host && host->pvmd_tid != tid; host = host->next)
        *before = host;
    return host;
}

TRC_HOST trc_get_host_tid(int tid) {
    TRC_HOST before;
    return trc_get_host_tid_last(tid, &before);
}

static void describe_host(TRC_HOST host, const struct pvmhostinfo* facts) {
    host->name = trc_copy_str(facts->hi_name);
    host->alias = trc_host_alias_str(host->name);
    host->refname = trc_copy_str(facts->hi_name);
    host->arch = trc_copy_str(facts->hi_arch);
    host->pvmd_tid = facts->hi_tid;
    host->speed = facts->hi_speed;
}

/* It was deleted again before its facts could be read. */
static void describe_unknown_host(TRC_HOST host, int tid) {
    char name[32];
    snprintf(name, sizeof name, "0x%x", (unsigned)tid);
    host->name = trc_copy_str(name);
    host->alias = trc_copy_str(name);
    host->refname = trc_copy_str("");
    host->arch = trc_copy_str("DUMMY");
    host->pvmd_tid = tid;
    host->speed = 0;
}

int trc_update_host(TRC_HOST* result, struct pvmhostinfo* hosts, int index, int tid) {
    TRC_HOST last;
    if (index >= 0) tid = hosts[index].hi_tid;
    TRC_HOST host = trc_get_host_tid_last(tid, &last);
    const int is_new = !host;
    if (is_new) {
        host = trc_create_host();
        if (last)
            last->next = host;
        else
            TRC_HOST_LIST = host;
        if (index >= 0)
            describe_host(host, &hosts[index]);
        else
            describe_unknown_host(host, tid);
    }
    host->in_pvm = TRC_IN_PVM;
    if (!TRC_LOCALHOST(host->name)) trc_do_host_sync(NULL, host, TRC_FALSE);
    *result = host;
    return is_new;
}
