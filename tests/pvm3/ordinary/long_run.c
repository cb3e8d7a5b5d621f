/* Four tasks send a number every 0.05 s, 40 times or as often as asked. The first task prints "running" when all have
   begun. */
#include <unistd.h>

#include "checks.h"

enum { workers = 4, step = 1, ended = 2 };

int main(int count, char** arguments) {
    const int steps = count > 1 ? atoi(arguments[1]) : 40;
    int tids[workers], i;
    if (!is_first_task()) {
        for (i = 0; i < steps; ++i) {
            send_int(pvm_parent(), step, i);
            usleep(50000);
        }
    } else {
        CHECK(pvm_spawn("long_run", arguments + 1, PvmTaskDefault, "", workers, tids) == workers);
        CHECK(pvm_notify(PvmTaskExit, ended, workers, tids) == 0);
        for (i = 0; i < workers; ++i)
            CHECK(received_int(tids[i], step) == 0);
        printf("running\n");
        fflush(stdout);
        for (i = 0; i < workers * (steps - 1); ++i)
            received_int(-1, step);
        for (i = 0; i < workers; ++i)
            received_int(-1, ended);
    }
    pvm_exit();
    return 0;
}
