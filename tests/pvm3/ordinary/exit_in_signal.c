/* Tasks that look for messages all the time leave in a signal handler, which interrupts a call of PVM. All of them end.
 */
#include <signal.h>
#include <unistd.h>

#include "checks.h"

enum { workers = 8, ready = 1, ended = 2 };

static void leave(int number) {
    (void)number;
    pvm_exit();
    exit(0);
}

int main(void) {
    int tids[workers], i;
    struct timeval limit = {hang_s, 0};
    if (!is_first_task()) {
        signal(SIGTERM, leave);
        send_int(pvm_parent(), ready, 0);
        for (;;)
            pvm_nrecv(-1, -1);
    }
    CHECK(pvm_spawn("exit_in_signal", NULL, PvmTaskDefault, "", workers, tids) == workers);
    CHECK(pvm_notify(PvmTaskExit, ended, workers, tids) == 0);
    for (i = 0; i < workers; ++i)
        CHECK(received_int(tids[i], ready) == 0);
    for (i = 0; i < workers; ++i)
        CHECK(pvm_kill(tids[i]) == 0);
    for (i = 0; i < workers; ++i)
        CHECK(pvm_trecv(-1, ended, &limit) > 0);
    pvm_exit();
    return 0;
}
