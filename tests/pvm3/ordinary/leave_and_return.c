/* Leaves and enrols again, and forks: each time there is a new task. PvmNoReset, which is set before the first
   enrolment, is known of each of them. A frozen group of the first task is forgotten. */
#include <sys/wait.h>
#include <unistd.h>

#include "checks.h"

#define GROUP "leave_and_return"

static int is_without_reset(int tid) {
    int *tids, count, i;
    CHECK(pvm_getnoresets(&tids, &count) == 0);
    for (i = 0; i < count; ++i)
        if (tids[i] == tid) return 1;
    return 0;
}

int main(void) {
    int first, second, parent, child, status = 0;
    CHECK(pvm_setopt(PvmNoReset, 1) == 0);
    CHECK(is_first_task());
    first = pvm_mytid();
    CHECK(is_without_reset(first));
    CHECK(pvm_joingroup(GROUP) == 0 && pvm_freezegroup(GROUP, 1) == 1 && pvm_gettid(GROUP, 0) == first);
    CHECK(pvm_exit() == 0 && pvm_exit() == 0);
    second = pvm_mytid();
    CHECK(second > 0 && second != first);
    CHECK(pvm_pstat(first) == PvmNoTask);
    CHECK(is_without_reset(second) && !is_without_reset(first));
    CHECK(pvm_joingroup(GROUP) == 0 && pvm_gettid(GROUP, 0) == second);
    parent = second;
    child = fork();
    if (child == 0) {
        send_int(parent, 1, pvm_mytid());
        pvm_exit();
        _exit(0);
    }
    CHECK(received_int(-1, 1) != parent);
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(pvm_mytid() == second);
    pvm_exit();
    return 0;
}
