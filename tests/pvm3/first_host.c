/* The loss of the first host, for pvm3_hosts_test.py.
   first_host      started by hand on the first host: spawns an observer on the last host, prints "ready" and waits
   first_host ask  started by hand after the loss: prints what the observer has been told, and ends it */
#include "ordinary/checks.h"

#define ENTRY ((char*)"first_host")
#define FIRST_HOST 0x40000

enum { ready = 1, host_lost = 2, task_lost = 3, stop = 4 };

static int hosts(struct pvmhostinfo** list) {
    int count = 0;
    CHECK(pvm_config(&count, NULL, list) == 0);
    return count;
}

/* Waits for the notices of the loss, and puts four numbers into the mailbox: 1 if the first notice names the host of
   its parent, 1 if the second one names its parent, the number of hosts, and its own tid. */
static void observe(void) {
    struct pvmhostinfo* list;
    int parent = pvm_parent(), host = pvm_tidtohost(parent), values[4];
    CHECK(pvm_notify(PvmHostDelete, host_lost, 1, &host) == 0);
    CHECK(pvm_notify(PvmTaskExit, task_lost, 1, &parent) == 0);
    send_int(parent, ready, 0);
    values[0] = received_int(-1, host_lost) == host;
    values[1] = received_int(-1, task_lost) == parent;
    values[2] = hosts(&list);
    values[3] = pvm_mytid();
    CHECK(pvm_initsend(PvmDataDefault) > 0 && pvm_pkint(values, 4, 1) == 0);
    CHECK(pvm_putinfo(ENTRY, pvm_getsbuf(), PvmMboxDefault) == 0);
    CHECK(pvm_recv(-1, stop) > 0);
}

static void be_lost(void) {
    struct pvmhostinfo* list;
    int count = hosts(&list), observer;
    CHECK(pvm_spawn((char*)"first_host", NULL, PvmTaskHost, list[count - 1].hi_name, 1, &observer) == 1);
    received_int(observer, ready);
    printf("ready\n");
    fflush(stdout);
    pvm_recv(-1, stop);
}

static void ask(void) {
    int values[4];
    CHECK(pvm_recvinfo(ENTRY, 0, PvmMboxWaitForInfo) > 0 && pvm_upkint(values, 4, 1) == 0);
    printf("host lost %d, task lost %d, hosts %d\n", values[0], values[1], values[2]);
    printf("on the first host %d\n", pvm_tidtohost(pvm_mytid()) == FIRST_HOST);
    send_int(values[3], stop, 0);
}

int main(int count, char** arguments) {
    (void)arguments;
    if (!is_first_task())
        observe();
    else if (count > 1)
        ask();
    else
        be_lost();
    pvm_exit();
    return 0;
}
