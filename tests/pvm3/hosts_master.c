/* A program on several hosts, for pvm3_hosts_test.py. It spawns a task on each host, adds up what they send, asks to be
   told of the end of host and task LOST, prints "ready", and when the notices have come "lost". hosts_master HOSTS LOST
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "ordinary/checks.h"

#define MOST 16

static int hosts(struct pvmhostinfo** list) {
    int count = 0;
    pvm_config(&count, NULL, list);
    return count;
}

/* A task on each host multiplies the number that it gets by 10. */
static void calculate(int count, const int* tids) {
    int i, sum = 0;
    for (i = 0; i < count; ++i) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&i, 1, 1);
        pvm_send(tids[i], 1);
    }
    for (i = 0; i < count; ++i) {
        int value = 0;
        pvm_recv(-1, 2);
        pvm_upkint(&value, 1, 1);
        sum += value;
    }
    printf("sum %d\n", sum);
    pvm_recv(-1, 7);
    pvm_upkint(&sum, 1, 1);
    printf("sum in the group %d\n", sum);
}

/* The members of a group on all hosts add up 1 + their instance numbers. The first sends the sum. */
static void add_up_in_a_group(int count) {
    int instance = pvm_joingroup((char*)"hosts"), value = instance + 1;
    pvm_barrier((char*)"hosts", count);
    pvm_reduce(PvmSum, &value, 1, PVM_INT, 6, (char*)"hosts", 0);
    if (instance == 0) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&value, 1, 1);
        pvm_send(pvm_parent(), 7);
    }
    pvm_barrier((char*)"hosts", count);
    pvm_lvgroup((char*)"hosts");
}

static void be_worker(int count) {
    int value = 0;
    pvm_recv(pvm_parent(), 1);
    pvm_upkint(&value, 1, 1);
    value *= 10;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    pvm_send(pvm_parent(), 2);
    add_up_in_a_group(count);
    pvm_recv(pvm_parent(), 3);
    pvm_exit();
}

/* Between the notices: less than the silence after which a host is lost, and more than a busy computer takes. */
enum { longest_s = 4 };

static int seconds_since(const struct timeval* begin) {
    struct timeval now;
    gettimeofday(&now, NULL);
    return (int)(now.tv_sec - begin->tv_sec);
}

/* Prints the notices of the host and of the task, and the hosts that are left. `name`: of the host. */
static void lose(int host, const char* name, int task) {
    struct pvmhostinfo* list;
    struct timeval begin;
    int value = 0;
    pvm_notify(PvmHostDelete, 4, 1, &host);
    pvm_notify(PvmTaskExit, 5, 1, &task);
    printf("ready\n");
    fflush(stdout);
    pvm_recv(-1, 4);
    pvm_upkint(&value, 1, 1);
    gettimeofday(&begin, NULL);
    printf("host %s\n", value == host ? "lost" : "wrong");
    fflush(stdout);
    pvm_recv(-1, 5);
    pvm_upkint(&value, 1, 1);
    printf("task %s\n", value == task ? "lost" : "wrong");
    printf("hosts %d\n", hosts(&list));
    pvm_setopt(PvmAutoErr, 0);
    printf("status of the task %d\n", pvm_pstat(task));
    printf("status of the host %d\n", pvm_mstat((char*)name));
    printf("seconds between the notices %d\n", seconds_since(&begin) > longest_s);
}

int main(int argc, char** argv) {
    struct pvmhostinfo* list;
    int tids[MOST], all = 0, lost, i;
    char* name;
    if (pvm_parent() > 0) {
        be_worker(atoi(argv[1]));
        return 0;
    }
    if (argc != 3) return 2;
    lost = atoi(argv[2]);
    for (i = 0; i < hosts(&list) && i < MOST; ++i) {
        /* The list is that of the last pvm_config. */
        all += pvm_spawn((char*)"hosts_master", argv + 1, PvmTaskHost, list[i].hi_name, 1, tids + i) == 1;
    }
    printf("hosts %d, tasks %d\n", i, all);
    if (all != atoi(argv[1])) return 1;
    calculate(all, tids);
    for (i = 0; i < all; ++i)
        if (pvm_tidtohost(tids[i]) != list[i].hi_tid) printf("task %d is on another host\n", i);
    name = strdup(list[lost].hi_name);
    printf("status of the host %d\n", status_of_host(name));
    lose(list[lost].hi_tid, name, tids[lost]);
    free(name);
    for (i = 0; i < all; ++i) {
        pvm_initsend(PvmDataDefault);
        pvm_send(tids[i], 3);
    }
    pvm_exit();
    return 0;
}
