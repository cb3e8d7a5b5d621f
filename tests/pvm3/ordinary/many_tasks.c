/* Spawns as many tasks as asked, talks to all of them, and learns of each end. */
#include "checks.h"

enum { hello = 1, go_on = 2, done = 3, ended = 4 };

static void work(void) {
    const int parent = pvm_parent();
    send_int(parent, hello, pvm_mytid());
    CHECK(received_int(parent, go_on) == parent);
    send_int(parent, done, pvm_mytid());
}

static void lead(int count) {
    int* tids = calloc((size_t)count, sizeof *tids);
    int i;
    CHECK(pvm_spawn("many_tasks", NULL, PvmTaskDefault, "", count, tids) == count);
    CHECK(pvm_notify(PvmTaskExit, ended, count, tids) == 0);
    for (i = 0; i < count; ++i)
        CHECK(received_int(tids[i], hello) == tids[i]);
    CHECK(pvm_initsend(PvmDataDefault) > 0);
    i = pvm_mytid();
    CHECK(pvm_pkint(&i, 1, 1) == 0);
    CHECK(pvm_mcast(tids, count, go_on) == 0);
    for (i = 0; i < count; ++i)
        received_int(-1, done);
    for (i = 0; i < count; ++i)
        received_int(-1, ended);
    CHECK(pvm_nrecv(-1, -1) == 0);
    printf("%d tasks\n", count);
    free(tids);
}

int main(int argc, char** argv) {
    if (is_first_task())
        lead(argc > 1 ? atoi(argv[1]) : 10);
    else
        work();
    pvm_exit();
    return 0;
}
