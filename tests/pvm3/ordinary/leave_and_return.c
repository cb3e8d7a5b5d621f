/* Leaves and enrols again, and forks: each time there is a new task. */
#include <sys/wait.h>
#include <unistd.h>

#include "checks.h"

int main(void) {
    int first, second, parent, child, status = 0;
    CHECK(is_first_task());
    first = pvm_mytid();
    CHECK(pvm_exit() == 0 && pvm_exit() == 0);
    second = pvm_mytid();
    CHECK(second > 0 && second != first);
    CHECK(pvm_pstat(first) == PvmNoTask);
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
