/* A signal to a task reaches the process that has enrolled: not its child, and not the script that has started it. */
#include <signal.h>
#include <unistd.h>

#include "checks.h"

enum { ready = 1, done = 2, ways = 2 };

static volatile sig_atomic_t has_signal = 0;

static void note(int number) {
    (void)number;
    has_signal = 1;
}

/* Sends each byte back until the pipe closes. The signal would end it. */
static void echo(int in, int out) {
    char byte;
    while (read(in, &byte, 1) == 1 && write(out, &byte, 1) == 1)
        continue;
    _exit(0);
}

static void work(void) {
    int to[2], from[2], i;
    char byte = 'x';
    CHECK(pipe(to) == 0 && pipe(from) == 0);
    if (fork() == 0) {
        close(to[1]);
        close(from[0]);
        echo(to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    signal(SIGUSR1, note);
    signal(SIGPIPE, SIG_IGN);
    send_int(pvm_parent(), ready, 0);
    for (i = 0; i < 100 * hang_s && !has_signal; ++i)
        usleep(10000);
    CHECK(has_signal);
    CHECK(write(to[1], &byte, 1) == 1 && read(from[0], &byte, 1) == 1);
    send_int(pvm_parent(), done, 0);
    pvm_exit();
}

int main(int count, char** arguments) {
    static char program[4096], script[4200];
    char *as_task[] = {"task", NULL}, *in_script[] = {"-c", script, NULL};
    int child, way;
    (void)arguments;
    if (count > 1) {
        work();
        return 0;
    }
    CHECK(is_first_task());
    CHECK(readlink("/proc/self/exe", program, sizeof program - 1) > 0);
    sprintf(script, "'%s' task; exit $?", program);
    for (way = 0; way < ways; ++way) {
        struct timeval limit = {hang_s, 0};
        if (way == 0)
            CHECK(pvm_spawn("signals_of_children", as_task, PvmTaskDefault, "", 1, &child) == 1);
        else
            CHECK(pvm_spawn("/bin/sh", in_script, PvmTaskDefault, "", 1, &child) == 1);
        CHECK(received_int(child, ready) == 0);
        CHECK(pvm_sendsig(child, SIGUSR1) == 0);
        CHECK(pvm_trecv(child, done, &limit) > 0);
    }
    pvm_exit();
    return 0;
}
