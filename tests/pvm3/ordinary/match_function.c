/* The function of pvm_recvf chooses what pvm_precv receives, and can end it with an error. The calls about the data of
   groups do not ask it. */
#include "checks.h"

enum { first = 1, second = 2, of_reduce = 3, members = 2, own_value = 5, value_of_child = 7 };

#define GROUP ((char*)"match_function")

static int calls;

static int refuse(int buffer, int tid, int tag) {
    (void)buffer, (void)tid, (void)tag;
    ++calls;
    return 0;
}

static int take_second(int buffer, int tid, int tag) {
    int its = 0;
    (void)tid, (void)tag;
    CHECK(pvm_bufinfo(buffer, NULL, &its, NULL) == 0);
    return its == second;
}

static int fail(int buffer, int tid, int tag) {
    (void)buffer, (void)tid, (void)tag;
    return PvmNoData;
}

static int received(int* value) {
    return pvm_precv(-1, -1, value, 1, PVM_INT, NULL, NULL, NULL);
}

/* Between barriers: both tasks have joined, and none leaves the group before the other one has asked for the members.
 */
static void reduce(int* value) {
    CHECK(pvm_barrier(GROUP, members) == 0);
    CHECK(pvm_reduce(PvmSum, value, 1, PVM_INT, of_reduce, GROUP, 0) == 0);
    CHECK(pvm_barrier(GROUP, members) == 0);
}

static void work(int parent) {
    int value = value_of_child, tags[2] = {first, second};
    CHECK(pvm_joingroup(GROUP) == 1);
    CHECK(pvm_psend(parent, first, tags, 1, PVM_INT) == 0);
    CHECK(pvm_psend(parent, second, tags + 1, 1, PVM_INT) == 0);
    reduce(&value);
}

int main(void) {
    int child, value = own_value;
    if (!is_first_task()) {
        work(pvm_parent());
        pvm_exit();
        return 0;
    }
    CHECK(pvm_joingroup(GROUP) == 0);
    CHECK(pvm_spawn((char*)"match_function", NULL, PvmTaskDefault, (char*)"", 1, &child) == 1);
    pvm_recvf(refuse);
    reduce(&value);
    CHECK(value == own_value + value_of_child && calls == 0);
    pvm_recvf(take_second);
    CHECK(received(&value) == 0 && value == second);
    pvm_recvf(fail);
    CHECK(received(&value) == PvmNoData);
    pvm_recvf(NULL);
    CHECK(received(&value) == 0 && value == first);
    pvm_exit();
    return 0;
}
