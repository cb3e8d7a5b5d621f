/* Leaves and enrols again, and forks: each time there is a new task. PvmNoReset, which is set before the first
   enrolment, is known of each of them. A frozen group of the first task is forgotten, and so are its messages and
   message handlers. pvm_exit writes what the program has printed. */
#include <sys/wait.h>
#include <unistd.h>

#include "checks.h"

#define GROUP "leave_and_return"

enum { child_tid = 1, waiting = 2, handled = 3 };

static int ignore(int buffer) {
    (void)buffer;
    return 0;
}

static void leave_something(int self) {
    CHECK(pvm_addmhf(-1, handled, 0, ignore) > 0);
    send_int(self, waiting, 0);
    while (pvm_probe(-1, waiting) == 0)
        continue;
}

static int as_forked_child(int parent, int output) {
    send_int(parent, child_tid, pvm_mytid());
    CHECK(dup2(output, STDOUT_FILENO) == STDOUT_FILENO);
    printf("x");
    CHECK(pvm_exit() == 0);
    return 0;
}

static void fork_and_wait(int parent) {
    int ends[2], status = 0;
    char letter = ' ';
    pid_t child;
    CHECK(pipe(ends) == 0);
    child = fork();
    if (child == 0) _exit(as_forked_child(parent, ends[1]));
    CHECK(close(ends[1]) == 0);
    CHECK(received_int(-1, child_tid) != parent);
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(read(ends[0], &letter, 1) == 1 && letter == 'x');
}

static int is_without_reset(int tid) {
    int *tids, count, i;
    CHECK(pvm_getnoresets(&tids, &count) == 0);
    for (i = 0; i < count; ++i)
        if (tids[i] == tid) return 1;
    return 0;
}

int main(void) {
    int first, second;
    CHECK(pvm_setopt(PvmNoReset, 1) == 0);
    CHECK(is_first_task());
    first = pvm_mytid();
    CHECK(is_without_reset(first));
    CHECK(pvm_joingroup(GROUP) == 0 && pvm_freezegroup(GROUP, 1) == 1 && pvm_gettid(GROUP, 0) == first);
    leave_something(first);
    CHECK(pvm_exit() == 0 && pvm_exit() == 0);
    second = pvm_mytid();
    CHECK(second > 0 && second != first);
    CHECK(pvm_nrecv(-1, -1) == 0);
    CHECK(pvm_addmhf(-1, handled, 0, ignore) > 0);
    CHECK(pvm_pstat(first) == PvmNoTask);
    CHECK(is_without_reset(second) && !is_without_reset(first));
    CHECK(pvm_joingroup(GROUP) == 0 && pvm_gettid(GROUP, 0) == second);
    fork_and_wait(second);
    CHECK(pvm_mytid() == second);
    pvm_exit();
    return 0;
}
