/* Messages of pvm_send, pvm_psend and pvm_mcast to one task arrive in the order of the calls, before and after the
   first message, with each value of PvmRoute and in each encoding. Each receiver of pvm_mcast and pvm_bcast gets one
   copy. */
#include "checks.h"

#define GROUP ((char*)"orders")

enum { workers = 3, rounds = 200, ways = 4, last = 9 };

/* The values are 0, 1, ... without a gap. The tags are those of lead(). */
static void work(void) {
    int value, tag, count;
    CHECK(pvm_joingroup(GROUP) >= 0);
    CHECK(pvm_barrier(GROUP, workers + 1) == 0);
    for (count = 0;; ++count) {
        CHECK(pvm_bufinfo(pvm_recv(pvm_parent(), -1), NULL, &tag, NULL) == 0);
        CHECK(pvm_upkint(&value, 1, 1) == 0);
        CHECK(value == count);
        if (tag == last) break;
        CHECK(tag == 1 + count % ways);
    }
    CHECK(count == rounds * ways);
    CHECK(pvm_nrecv(-1, -1) == 0);
    send_int(pvm_parent(), last, count);
}

static void pack(int round, int value) {
    CHECK(pvm_initsend(round % 2 == 0 ? PvmDataDefault : PvmDataRaw) > 0);
    CHECK(pvm_pkint(&value, 1, 1) == 0);
}

/* The tag is 1 + `way`, and the same value goes to each worker. */
static void send_value(int way, int round, const int* tids, int value) {
    int listed[2 * workers + 1], i;
    for (i = 0; i < workers; ++i)
        listed[i] = listed[workers + i] = tids[i];
    listed[2 * workers] = pvm_mytid();
    pack(round, value);
    if (way == 2) CHECK(pvm_mcast(listed, 2 * workers + 1, 1 + way) == 0);
    if (way == 3) CHECK(pvm_bcast(GROUP, 1 + way) == 0);
    for (i = 0; i < workers && way == 0; ++i)
        CHECK(pvm_send(tids[i], 1 + way) == 0);
    for (i = 0; i < workers && way == 1; ++i)
        CHECK(pvm_psend(tids[i], 1 + way, &value, 1, PVM_INT) == 0);
}

static void lead(void) {
    int tids[workers], value, i;
    CHECK(pvm_joingroup(GROUP) >= 0);
    CHECK(pvm_spawn((char*)"orders", NULL, PvmTaskDefault, (char*)"", workers, tids) == workers);
    CHECK(pvm_barrier(GROUP, workers + 1) == 0);
    for (value = 0; value < rounds * ways; ++value) {
        CHECK(pvm_setopt(PvmRoute, 1 + value / ways % 3) > 0);
        send_value(value % ways, value / ways, tids, value);
    }
    for (i = 0; i < workers; ++i)
        send_int(tids[i], last, value);
    for (i = 0; i < workers; ++i)
        CHECK(received_int(tids[i], last) == value);
    CHECK(pvm_nrecv(-1, -1) == 0);
}

int main(void) {
    if (is_first_task())
        lead();
    else
        work();
    pvm_exit();
    return 0;
}
