/* With PvmAutoErr 2, a program of which a call fails leaves PVM as by pvm_exit, and ends with the code of the error.
   When functions of atexit run, the message handler for the end of the task itself has run, and the task has left. */
#include <sys/wait.h>

#include "checks.h"

extern int pvmmytid; /* of the library: -1 = not enrolled */

enum { own_end = 1 };

static int own_ends;

static int count_own_end(int message) {
    (void)message;
    ++own_ends;
    return 0;
}

static void check_that_task_has_left(void) {
    if (own_ends != 1 || pvmmytid != -1) _exit(1);
}

static void fail(void) {
    int self = pvm_mytid();
    CHECK(self > 0);
    CHECK(pvm_addmhf(-1, own_end, pvm_getcontext(), count_own_end) >= 0);
    CHECK(pvm_notify(PvmTaskExit, own_end, 1, &self) == 0);
    CHECK(atexit(check_that_task_has_left) == 0);
    CHECK(pvm_setopt(PvmAutoErr, 2) >= 0);
    pvm_send(0, 1);
    _exit(0);
}

int main(void) {
    int status;
    const pid_t child = fork();
    alarm(hang_s);
    if (child == 0) fail();
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == (PvmBadParam & 255));
    return 0;
}
