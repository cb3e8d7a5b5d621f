/* A child of fork() is a task of its own, whatever its parent has used: pvm_getfds, pvm_catchout, tasks that still run.
 */
#include <sys/wait.h>
#include <unistd.h>

#include "checks.h"

static int as_forked_child(void) {
    alarm(20);
    CHECK(pvm_mytid() > 0);
    CHECK(pvm_nrecv(-1, -1) == 0);
    CHECK(pvm_exit() == 0);
    return 0;
}

int main(void) {
    int child, status, *descriptors;
    pid_t forked;
    if (!is_first_task()) {
        printf("a line\n");
        fflush(stdout);
        send_int(pvm_parent(), 1, 0);
        CHECK(received_int(pvm_parent(), 2) == 0);
        pvm_exit();
        return 0;
    }
    CHECK(pvm_getfds(&descriptors) == 1);
    CHECK(pvm_catchout(stdout) == 0);
    CHECK(pvm_spawn((char*)"forked_child", NULL, PvmTaskDefault, (char*)"", 1, &child) == 1);
    CHECK(received_int(child, 1) == 0);
    fflush(stdout);
    forked = fork();
    if (forked == 0) _exit(as_forked_child());
    CHECK(waitpid(forked, &status, 0) == forked);
    CHECK(status == 0);
    send_int(child, 2, 0);
    pvm_exit();
    return 0;
}
