/* Eight tasks send 1,000 messages each and end without pvm_exit. The notice of an end comes after the last message. */
#include "checks.h"

enum { workers = 8, messages = 1000, values = 500, item = 1, ended = 2 };

static void work(void) {
    static double data[values];
    int i;
    for (i = 0; i < messages; ++i) {
        CHECK(pvm_initsend(PvmDataDefault) > 0);
        CHECK(pvm_pkdouble(data, values, 1) == 0);
        CHECK(pvm_send(pvm_parent(), item) == 0);
    }
}

static int index_of(int tid, const int* tids) {
    int i = 0;
    while (i < workers && tids[i] != tid)
        ++i;
    CHECK(i < workers);
    return i;
}

static void count(void) {
    int tids[workers], counted[workers] = {0}, ends = 0;
    CHECK(pvm_spawn("last_messages", NULL, PvmTaskDefault, "", workers, tids) == workers);
    CHECK(pvm_notify(PvmTaskExit, ended, workers, tids) == 0);
    while (ends < workers) {
        int buffer = pvm_recv(-1, -1), length, tag, tid;
        CHECK(pvm_bufinfo(buffer, &length, &tag, &tid) == 0);
        if (tag == item) {
            ++counted[index_of(tid, tids)];
            continue;
        }
        CHECK(pvm_upkint(&tid, 1, 1) == 0);
        CHECK(counted[index_of(tid, tids)] == messages);
        ++ends;
    }
}

int main(void) {
    if (is_first_task())
        count();
    else
        work();
    return 0;
}
