/* A task that handles a signal goes on, also long after it. A signal right after the spawn arrives. */
#include <signal.h>
#include <unistd.h>

#include "checks.h"

enum { long_after_s = 6 }; /* longer than the time that `banyan run` gives tasks to end */

static volatile sig_atomic_t hung_up = 0;

static void note(int number) {
    (void)number;
    hung_up = 1;
}

static void wait_for_signal(void) {
    int i;
    for (i = 0; i < 100 * hang_s && !hung_up; ++i)
        usleep(10000);
    CHECK(hung_up);
}

int main(int argc, char** argv) {
    int child;
    if (argc > 1) { /* not enrolled: ended by a signal that is sent at once */
        pause();
        return 0;
    }
    if (!is_first_task()) {
        signal(SIGHUP, note);
        send_int(pvm_parent(), 1, 0);
        wait_for_signal();
        sleep(long_after_s);
        send_int(pvm_parent(), 2, 0);
        pvm_exit();
        return 0;
    }
    CHECK(pvm_spawn((char*)"signals", NULL, PvmTaskDefault, (char*)"", 1, &child) == 1);
    CHECK(received_int(child, 1) == 0);
    CHECK(pvm_sendsig(child, SIGHUP) == 0);
    CHECK(received_int(child, 2) == 0);
    char* words[] = {(char*)"wait", NULL};
    CHECK(pvm_spawn((char*)"signals", words, PvmTaskDefault, (char*)"", 1, &child) == 1);
    CHECK(pvm_sendsig(child, SIGUSR1) == 0);
    CHECK(pvm_notify(PvmTaskExit, 3, 1, &child) == 0);
    CHECK(pvm_recv(-1, 3) > 0);
    pvm_exit();
    return 0;
}
