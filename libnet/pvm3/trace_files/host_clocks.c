/* The differences of the clocks. */
#include "libnet/pvm3/trace_files/trace_files.h"

enum { samples = 10, microseconds_per_second = 1000000 };

/* The differences are compared when a host is added. Later ones would change the order of events in a file. */
int trc_check_host_sync(TRC_ID ID) {
    (void)ID;
    return 0;
}

static int by_value(const void* a, const void* b) {
    const long long x = *(const long long*)a, y = *(const long long*)b;
    return (x > y) - (x < y);
}

/* The median of the samples in microseconds: one that was delayed does not change it. */
static int measure(int daemon, long long* difference) {
    long long all[samples];
    for (int i = 0; i < samples; ++i) {
        struct timeval delta;
        if (pvm_hostsync(daemon, NULL, &delta) < 0) {
            pvm_perror("trace: clock of a host");
            return TRC_FALSE;
        }
        all[i] = (long long)delta.tv_sec * microseconds_per_second + delta.tv_usec;
    }
    qsort(all, samples, sizeof *all, by_value);
    *difference = all[samples / 2];
    return TRC_TRUE;
}

int trc_do_host_sync(TRC_ID ID, TRC_HOST host, int write_event) {
    long long difference;
    if (trc_compare("0x", host->name) || !measure(host->pvmd_tid, &difference)) return 0;
    const int had_one = host->delta.tv_sec != 0 || host->delta.tv_usec != 0;
    host->delta.tv_sec = (time_t)(difference / microseconds_per_second);
    host->delta.tv_usec = (suseconds_t)(difference % microseconds_per_second);
    if (host->delta.tv_usec < 0) {
        host->delta.tv_usec += microseconds_per_second;
        --host->delta.tv_sec;
    }
    if (write_event && ID && (had_one || difference != 0)) {
        trc_write_host_sync_event(ID, host);
        return 1;
    }
    host->last_time = TRC_TRACE_TIME;
    return 0;
}
