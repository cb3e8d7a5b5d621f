/* A child of fork() is a task of its own, whatever its parent has used: pvm_getfds, pvm_catchout, tasks that still run,
   messages that wait. If its first call is pvm_setopt, it has the value that it sets. If it cannot enrol, it has no
   tid, and it can enrol later. A signal for it does not go to its parent. After pvm_catchout(NULL) the output of
   children goes where that of the task goes. */
#include <sys/wait.h>
#include <unistd.h>

#include "checks.h"

extern int pvmmytid; /* of the library: -1 = not enrolled */

enum { ready = 1, go_on = 2, waiting = 3, helper_ready = 4, helper_ended = 5, done = 6 };

static int as_forked_child(int ignored) {
    (void)ignored;
    alarm(hang_s);
    CHECK(pvm_mytid() > 0);
    CHECK(pvm_nrecv(-1, -1) == 0);
    CHECK(pvm_exit() == 0);
    return 0;
}

/* The first call of the process sets its collector. */
static int chooses_collector(int collector) {
    alarm(hang_s);
    CHECK(pvm_setopt(PvmSelfOutputTid, collector) == 0);
    CHECK(pvm_getopt(PvmSelfOutputTid) == collector);
    CHECK(pvm_getopt(PvmOutputTid) == collector);
    CHECK(pvm_exit() == 0);
    return 0;
}

/* The first call of the process sets the tag of its output, and the first call after pvm_exit too. */
static int chooses_tag(int tag) {
    alarm(hang_s);
    CHECK(pvm_setopt(PvmSelfOutputCode, tag) == 0);
    CHECK(pvm_getopt(PvmSelfOutputCode) == tag);
    CHECK(pvm_exit() == 0);
    CHECK(pvm_setopt(PvmSelfOutputCode, tag + 1) == 0);
    CHECK(pvm_getopt(PvmSelfOutputCode) == tag + 1);
    CHECK(pvm_exit() == 0);
    return 0;
}

/* The service that it knows does not answer. Without a tid, PvmSelfOutputTid can only be set by a task that enrols. */
static int cannot_enrol(int parent) {
    alarm(hang_s);
    CHECK(setenv("PVMSOCK", "/nonexistent/service", 1) == 0);
    CHECK(pvm_mytid() == PvmSysErr);
    CHECK(pvmmytid == -1);
    CHECK(pvm_setopt(PvmSelfOutputTid, parent) == PvmSysErr);
    CHECK(unsetenv("PVMSOCK") == 0);
    CHECK(pvm_mytid() > 0 && pvm_mytid() != parent && pvmmytid == pvm_mytid());
    CHECK(pvm_exit() == 0);
    return 0;
}

static void fork_to(int (*work_of_child)(int), int argument) {
    int status;
    const pid_t forked = fork();
    if (forked == 0) _exit(work_of_child(argument));
    CHECK(waitpid(forked, &status, 0) == forked);
    CHECK(status == 0);
}

/* The collector is told of the task before pvm_setopt returns. */
static void fork_choosers(int self) {
    enum { first_tag = 0, other_tag = 40 };
    fork_to(chooses_collector, self);
    CHECK(pvm_recv(-1, first_tag) > 0);
    fork_to(chooses_tag, other_tag);
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
    int child, *descriptors;
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
    fork_to(as_forked_child, 0);
    fork_choosers(pvm_mytid());
    fork_to(cannot_enrol, pvm_mytid());
    CHECK(received_int(child, waiting) == 0);
    end_helper();
    send_int(child, go_on, 0);
    CHECK(received_int(child, done) == 0);
    pvm_exit();
    return 0;
}
