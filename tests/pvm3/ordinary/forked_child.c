/* A child of fork() is a task of its own, whatever its parent has used: pvm_getfds, pvm_catchout, tasks that still run,
   messages that wait. A signal for it does not go to its parent. After pvm_catchout(NULL) the output of children goes
   where that of the task goes. */
#include <sys/wait.h>
#include <unistd.h>

#include "checks.h"

enum { ready = 1, go_on = 2, waiting = 3, helper_ready = 4, helper_ended = 5, done = 6 };

static int as_forked_child(void) {
    alarm(hang_s);
    CHECK(pvm_mytid() > 0);
    CHECK(pvm_nrecv(-1, -1) == 0);
    CHECK(pvm_exit() == 0);
    return 0;
}

/* Waits until it is ended. */
static void fork_helper(int first) {
    if (fork() != 0) return;
    send_int(first, helper_ready, pvm_mytid());
    for (;;)
        pause();
}

static void work(int first) {
    CHECK(pvm_catchout(stdout) == 0 && pvm_catchout(NULL) == 0);
    CHECK(pvm_getopt(PvmOutputTid) == first);
    printf("a line\n");
    fflush(stdout);
    send_int(first, waiting, 0);
    send_int(first, ready, 0);
    fork_helper(first);
    CHECK(received_int(first, go_on) == 0);
    send_int(first, done, 0);
}

static void end_helper(void) {
    int helper = received_int(-1, helper_ready);
    CHECK(pvm_notify(PvmTaskExit, helper_ended, 1, &helper) == 0);
    CHECK(pvm_kill(helper) == 0);
    CHECK(received_int(-1, helper_ended) == helper);
}

int main(void) {
    int child, status, *descriptors;
    pid_t forked;
    if (!is_first_task()) {
        work(pvm_parent());
        pvm_exit();
        return 0;
    }
    CHECK(pvm_getfds(&descriptors) == 1);
    CHECK(pvm_catchout(stdout) == 0);
    CHECK(pvm_spawn((char*)"forked_child", NULL, PvmTaskDefault, (char*)"", 1, &child) == 1);
    CHECK(received_int(child, ready) == 0);
    fflush(stdout);
    forked = fork();
    if (forked == 0) _exit(as_forked_child());
    CHECK(waitpid(forked, &status, 0) == forked);
    CHECK(status == 0);
    CHECK(received_int(child, waiting) == 0);
    end_helper();
    send_int(child, go_on, 0);
    CHECK(received_int(child, done) == 0);
    pvm_exit();
    return 0;
}
