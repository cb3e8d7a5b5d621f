/* The descriptor of pvm_getfds also announces notices of tasks that were killed. */
#include <signal.h>
#include <unistd.h>

#include "checks.h"

enum { rounds = 10 };

int main(void) {
    int i, child, *descriptors;
    if (!is_first_task()) {
        send_int(pvm_parent(), 1, (int)getpid());
        pause();
    }
    CHECK(pvm_getfds(&descriptors) == 1);
    for (i = 0; i < rounds; ++i) {
        CHECK(pvm_spawn((char*)"notices_by_select", NULL, PvmTaskDefault, (char*)"", 1, &child) == 1);
        CHECK(pvm_notify(PvmTaskExit, 2, 1, &child) == 0);
        CHECK(kill(received_int(child, 1), SIGKILL) == 0);
        while (pvm_nrecv(-1, 2) == 0)
            wait_for_message(descriptors[0]);
    }
    return 0;
}
