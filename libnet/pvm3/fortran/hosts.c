/* Hosts of the virtual machine. */
#include <stdlib.h>

#include "libnet/pvm3/fortran/fortran_text.h"
#include "pvm3/pvm3.h"

void pvmfconfig_(int* hosts, int* architectures, int* tid, char* name, char* architecture, int* speed, int* info,
                 size_t name_length, size_t architecture_length);
void pvmfaddhost_(const char* host, int* info, size_t length);
void pvmfdelhost_(const char* host, int* info, size_t length);
void pvmfmstat_(const char* host, int* status, size_t length);
void pvmfhostsync_(const int* host, int* clock_s, int* clock_us, int* delta_s, int* delta_us, int* info);

/* One host per call. The list is read when a cycle begins; -1 in *hosts begins one. As in PVM 3.4.6, *info is 1. */
void pvmfconfig_(int* hosts, int* architectures, int* tid, char* name, char* architecture, int* speed, int* info,
                 size_t name_length, size_t architecture_length) {
    static struct pvmhostinfo* list;
    static int count, kinds, next;
    if (*hosts == -1) next = 0;
    if (next == 0) {
        *info = pvm_config(&count, &kinds, &list);
        if (*info < 0) return;
    }
    *info = 1;
    *hosts = count;
    *architectures = kinds;
    if (count < 1) return;
    *tid = list[next].hi_tid;
    fortran_text(name, name_length, list[next].hi_name);
    fortran_text(architecture, architecture_length, list[next].hi_arch);
    *speed = list[next].hi_speed;
    next = (next + 1) % count;
}

/* The result for the host, as in PVM 3.4.6: its tid if it is added, 0 if it is deleted, or an error code. */
static int change_host(const char* host, size_t length, int (*call)(char**, int, int*)) {
    char* name = c_text(host, length);
    int info = PvmNoMem;
    if (name) {
        int of_host = PvmBadParam;
        info = call(&name, 1, &of_host);
        if (info >= 0) info = of_host;
    }
    free(name);
    return info;
}

void pvmfaddhost_(const char* host, int* info, size_t length) {
    *info = change_host(host, length, pvm_addhosts);
}

void pvmfdelhost_(const char* host, int* info, size_t length) {
    *info = change_host(host, length, pvm_delhosts);
}

void pvmfmstat_(const char* host, int* status, size_t length) {
    call_with_text(status, host, length, pvm_mstat);
}

void pvmfhostsync_(const int* host, int* clock_s, int* clock_us, int* delta_s, int* delta_us, int* info) {
    struct timeval clock = {0, 0};
    struct timeval delta = {0, 0};
    *info = pvm_hostsync(*host, &clock, &delta);
    *clock_s = (int)clock.tv_sec;
    *clock_us = (int)clock.tv_usec;
    *delta_s = (int)delta.tv_sec;
    *delta_us = (int)delta.tv_usec;
}
