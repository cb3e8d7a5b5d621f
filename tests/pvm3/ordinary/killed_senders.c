/* Tasks that are killed, or become another program, right after their first send: the message arrives. If the send has
   taken 0.1 s, the receiver may not have accepted the connection (docs/pvm3.md), and the task leaves by pvm_exit. */
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "checks.h"

enum { workers = 16, item = 1, ended = 2 };

static double now_s(void) {
    struct timeval now;
    gettimeofday(&now, NULL);
    return (double)now.tv_sec + 1e-6 * (double)now.tv_usec;
}

static void work(const char* how) {
    const double begin_s = now_s();
    send_int(pvm_parent(), item, 7);
    if (now_s() - begin_s >= 0.1) pvm_exit();
    if (strcmp(how, "exec") == 0) execl("/bin/true", "true", (char*)NULL);
    kill(getpid(), SIGKILL);
}

static void count(char* how) {
    int tids[workers], items = 0, ends = 0;
    char* arguments[] = {how, NULL};
    CHECK(pvm_spawn("killed_senders", arguments, PvmTaskDefault, "", workers, tids) == workers);
    CHECK(pvm_notify(PvmTaskExit, ended, workers, tids) == 0);
    while (ends < workers) {
        int tag;
        CHECK(pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, NULL) == 0);
        ++*(tag == item ? &items : &ends);
    }
    if (items != workers) fprintf(stderr, "%d of %d messages arrived (%s)\n", items, workers, how);
    CHECK(items == workers);
}

int main(int number, char** arguments) {
    if (!is_first_task()) work(number > 1 ? arguments[1] : "");
    count("kill");
    count("exec");
    return 0;
}
