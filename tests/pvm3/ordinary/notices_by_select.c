/* The descriptor of pvm_getfds also announces notices of tasks that were killed. */
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>

#include "checks.h"

enum { rounds = 10 };

static void wait_for_message(int descriptor) {
    fd_set set;
    struct timeval limit = {20, 0};
    FD_ZERO(&set);
    FD_SET(descriptor, &set);
    CHECK(select(descriptor + 1, &set, NULL, NULL, &limit) == 1);
}

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
