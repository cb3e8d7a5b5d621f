/* Three tasks send without a pause until they are told to stop. Each probe and each receive that does not block ends.
   On a busy computer the senders may end before this task tells them to stop, so there are several trials. */
#include "checks.h"

enum { senders = 3, item = 1, stop = 2, ended = 3, looks = 20, burst = 1000, most_bursts = 1000, trials = 3 };

/* A sender that nothing stops ends too, so that a failed test does not fill the memory. */
static void work(int parent) {
    int bursts, i, is_stopped = 0;
    for (bursts = 0; bursts < most_bursts && !is_stopped; ++bursts) {
        for (i = 0; i < burst; ++i)
            send_int(parent, item, i);
        is_stopped = pvm_nrecv(parent, stop) > 0;
    }
    send_int(parent, stop, is_stopped);
}

/* Returns how many of the senders were told to stop before they ended. */
static int stopped_senders(void) {
    int tids[senders], i, value = 0, stopped = 0;
    CHECK(pvm_spawn("endless_senders", NULL, PvmTaskDefault, "", senders, tids) == senders);
    CHECK(pvm_notify(PvmTaskExit, ended, senders, tids) == 0);
    for (i = 0; i < looks; ++i) {
        while (pvm_probe(-1, item) == 0)
            continue;
        CHECK(pvm_nrecv(-1, item) > 0);
    }
    CHECK(pvm_initsend(PvmDataDefault) > 0 && pvm_pkint(&value, 1, 1) == 0);
    CHECK(pvm_mcast(tids, senders, stop) == 0);
    for (i = 0; i < senders; ++i)
        stopped += received_int(tids[i], stop);
    for (i = 0; i < senders; ++i)
        received_int(-1, ended);
    while (pvm_nrecv(-1, item) > 0)
        continue;
    return stopped;
}

int main(void) {
    int trial, stopped = 0;
    if (!is_first_task()) {
        work(pvm_parent());
        pvm_exit();
        return 0;
    }
    for (trial = 0; trial < trials && stopped < senders; ++trial)
        stopped = stopped_senders();
    CHECK(stopped == senders);
    pvm_exit();
    return 0;
}
