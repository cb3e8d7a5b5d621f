/* Hosts that are there at the begin, are added and are deleted. */
#include "libnet/pvm3/trace_files/trace_files.h"

/* The name of this host is the one that the virtual machine uses. */
static void name_own_host(void) {
    const TRC_HOST host = trc_get_host_tid(pvm_tidtohost(TRC_TID));
    if (!host) return;
    free(TRC_HOST_NAME);
    free(TRC_HOST_ALIAS);
    TRC_HOST_NAME = trc_copy_str(host->name);
    TRC_HOST_ALIAS = trc_copy_str(host->alias);
    host->delta.tv_sec = host->delta.tv_usec = 0;
}

void trc_initialize_hosts(TRC_ID ID) {
    int count = 0, kinds = 0;
    struct pvmhostinfo* hosts = NULL;
    TRC_HOST host;
    pvm_notify(PvmHostAdd, TRC_HOST_ADD_NOTIFY_CODE, -1, NULL);
    if (pvm_config(&count, &kinds, &hosts) < 0) {
        pvm_perror("trace: hosts");
        return;
    }
    for (int i = 0; i < count; ++i)
        pvm_notify(PvmHostDelete, TRC_HOST_DEL_NOTIFY_CODE, 1, &hosts[i].hi_tid);
    for (int i = 0; i < count; ++i)
        if (trc_update_host(&host, hosts, i, -1) && ID && ID->handle_host_add_notify) ID->handle_host_add_notify(host);
    name_own_host();
}

static int index_of(int tid, const struct pvmhostinfo* hosts, int count) {
    for (int i = 0; i < count; ++i)
        if (hosts[i].hi_tid == tid) return i;
    return -1;
}

static int write_added_host(TRC_ID ID, TRC_HOST host) {
    if (ID->handle_host_add_notify) ID->handle_host_add_notify(host);
    if (!ID->trace_out) return 0;
    trc_update_trace_time(-1, -1);
    return banyan_trc_write_host_status(ID, host);
}

int trc_handle_host_add_notify(TRC_ID ID, int* tids, int count) {
    int known = 0, kinds = 0, events = 0;
    struct pvmhostinfo* hosts = NULL;
    TRC_HOST host;
    if (pvm_config(&known, &kinds, &hosts) < 0) {
        pvm_perror("trace: hosts");
        return 0;
    }
    for (int i = 0; i < count; ++i)
        if (trc_update_host(&host, hosts, index_of(tids[i], hosts, known), tids[i]))
            events += write_added_host(ID, host);
    return events;
}

int trc_handle_host_del_notify(TRC_ID ID, int tid) {
    const TRC_HOST host = trc_get_host_tid(tid);
    if (!host) {
        fprintf(stderr, "the end of host 0x%x, which is unknown\n", (unsigned)tid);
        return 0;
    }
    host->in_pvm = TRC_NOT_IN_PVM;
    if (ID->handle_host_del_notify) ID->handle_host_del_notify(host);
    if (!ID->trace_out) return 0;
    trc_update_trace_time(-1, -1);
    trc_write_host_del_event(ID, host, tid);
    return 1;
}
