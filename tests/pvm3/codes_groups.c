/* Return codes of the calls of libgpvm3. */
#include "codes.h"

#define GROUP (char*)"codes"
#define PROGRAM (char*)"codes_child"

static int tids[2], original;

/* A child joins the group. Returns its instance number. */
static int child_joins(int* tid) {
    char* arguments[] = {(char*)"member", GROUP, NULL};
    int instance = -1000;
    pvm_spawn(PROGRAM, arguments, 0, (char*)"", 1, tid);
    pvm_recv(*tid, 98);
    pvm_upkint(&instance, 1, 1);
    return instance;
}

static void end_child(int tid) {
    pvm_notify(PvmTaskExit, 97, 1, &tid);
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, 99);
    pvm_recv(-1, 97);
}

static int size_becomes(int wanted) {
    int i, size = 0;
    for (i = 0; i < 100 * HANG_S && (size = pvm_gsize(GROUP)) != wanted; ++i)
        usleep(10000);
    return size;
}

static void no_group(void) {
    char* none = (char*)"nobody";
    int self = pvm_mytid();
    CODE("joingroup without a name", pvm_joingroup(NULL));
    CODE("joingroup empty", pvm_joingroup((char*)""));
    CODE("lvgroup empty", pvm_lvgroup((char*)""));
    CODE("gsize empty", pvm_gsize((char*)""));
    CODE("getinst empty", pvm_getinst((char*)"", self));
    CODE("gettid empty", pvm_gettid((char*)"", 0));
    CODE("barrier empty", pvm_barrier((char*)"", 1));
    CODE("bcast empty", pvm_bcast((char*)"", 1));
    CODE("freezegroup empty", pvm_freezegroup((char*)"", 1));
    CODE("gsize of no group", pvm_gsize(none));
    CODE("getinst of no group", pvm_getinst(none, self));
    CODE("gettid of no group", pvm_gettid(none, 0));
    CODE("lvgroup of no group", pvm_lvgroup(none));
    CODE("barrier of no group", pvm_barrier(none, 1));
    pvm_initsend(PvmDataDefault);
    CODE("bcast to no group", pvm_bcast(none, 1));
}

static void alone(void) {
    int self = pvm_mytid();
    CODE("joingroup", pvm_joingroup(GROUP));
    CODE("joingroup twice", pvm_joingroup(GROUP));
    CODE("gsize", pvm_gsize(GROUP));
    CODE("getinst", pvm_getinst(GROUP, self));
    CODE("getinst -1", pvm_getinst(GROUP, -1));
    CODE("getinst 0", pvm_getinst(GROUP, 0));
    CODE("getinst of another task", pvm_getinst(GROUP, 0x4fff0));
    CODE("gettid", pvm_gettid(GROUP, 0) == self);
    CODE("gettid 1", pvm_gettid(GROUP, 1));
    CODE("gettid -1", pvm_gettid(GROUP, -1));
    CODE("barrier of 1", pvm_barrier(GROUP, 1));
    CODE("barrier of all", pvm_barrier(GROUP, -1));
    pvm_initsend(PvmDataDefault);
    CODE("bcast to nobody else", pvm_bcast(GROUP, 1));
    CODE("bcast with tag -1", pvm_bcast(GROUP, -1));
    pvm_setsbuf(0);
    CODE("bcast without a buffer", pvm_bcast(GROUP, 1));
    CODE("lvgroup", pvm_lvgroup(GROUP));
    CODE("lvgroup twice", pvm_lvgroup(GROUP));
    CODE("gsize after the last has left", pvm_gsize(GROUP));
}

static void holes(void) {
    struct timeval soon = {5, 0};
    int number = 5;
    CODE("first", pvm_joingroup(GROUP));
    CODE("second", child_joins(tids));
    CODE("third", child_joins(tids + 1));
    CODE("gsize of 3", pvm_gsize(GROUP));
    CODE("lvgroup of the first", pvm_lvgroup(GROUP));
    CODE("gsize of 2", pvm_gsize(GROUP));
    CODE("gettid of the hole", pvm_gettid(GROUP, 0));
    CODE("gettid of the third", pvm_gettid(GROUP, 2) == tids[1]);
    CODE("lvgroup of no member", pvm_lvgroup(GROUP));
    CODE("getinst of no member", pvm_getinst(GROUP, pvm_mytid()));
    CODE("barrier of no member", pvm_barrier(GROUP, 1));
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    CODE("bcast of no member", pvm_bcast(GROUP, 5));
    end_child(tids[0]);
    CODE("a task that ends leaves", size_becomes(1));
    CODE("the lowest number is used again", pvm_joingroup(GROUP));
    end_child(tids[1]);
    CODE("alone again", size_becomes(1));
    CODE("a message", pvm_trecv(-1, 5, &soon));
    pvm_lvgroup(GROUP);
}

static void data(void) {
    int numbers[4] = {1, 2, 3, 4}, result[4] = {0}, code = 0;
    int type = PVM_INT, bad = 77, count = 4;
    pvm_joingroup(GROUP);
    CODE("reduce alone", pvm_reduce(PvmSum, numbers, 4, PVM_INT, 60, GROUP, 0));
    CODE("reduce leaves the data", numbers[3]);
    CODE("gather alone", pvm_gather(result, numbers, 4, PVM_INT, 60, GROUP, 0));
    CODE("gathered", result[3]);
    CODE("scatter alone", pvm_scatter(result, numbers, 4, PVM_INT, 60, GROUP, 0));
    CODE("reduce of root 5", pvm_reduce(PvmSum, numbers, 4, PVM_INT, 60, GROUP, 5));
    CODE("gather of root 5", pvm_gather(result, numbers, 4, PVM_INT, 60, GROUP, 5));
    CODE("scatter of root 5", pvm_scatter(result, numbers, 4, PVM_INT, 60, GROUP, 5));
    CODE("reduce of type 77", pvm_reduce(PvmSum, numbers, 4, 77, 60, GROUP, 0));
    CODE("gather of type 77", pvm_gather(result, numbers, 4, 77, 60, GROUP, 0));
    CODE("scatter of type 77", pvm_scatter(result, numbers, 4, 77, 60, GROUP, 0));
    CODE("reduce of -1 items", pvm_reduce(PvmSum, numbers, -1, PVM_INT, 60, GROUP, 0));
    CODE("gather of -1 items", pvm_gather(result, numbers, -1, PVM_INT, 60, GROUP, 0));
    CODE("scatter of -1 items", pvm_scatter(result, numbers, -1, PVM_INT, 60, GROUP, 0));
    CODE("reduce of 0 items", pvm_reduce(PvmSum, numbers, 0, PVM_INT, 60, GROUP, 0));
    CODE("gather of 0 items", pvm_gather(result, numbers, 0, PVM_INT, 60, GROUP, 0));
    CODE("scatter of 0 items", pvm_scatter(result, numbers, 0, PVM_INT, 60, GROUP, 0));
    CODE("reduce with tag -1", pvm_reduce(PvmSum, numbers, 4, PVM_INT, -1, GROUP, 0));
    CODE("reduce without a function", pvm_reduce(NULL, numbers, 4, PVM_INT, 60, GROUP, 0));
    CODE("reduce without data", pvm_reduce(PvmSum, NULL, 4, PVM_INT, 60, GROUP, 0));
    CODE("gather without a place", pvm_gather(NULL, numbers, 4, PVM_INT, 60, GROUP, 0));
    CODE("reduce of no group", pvm_reduce(PvmSum, numbers, 4, PVM_INT, 60, (char*)"nobody", 0));
    CODE("reduce of an empty name", pvm_reduce(PvmSum, numbers, 4, PVM_INT, 60, (char*)"", 0));
    PvmSum(&type, numbers, numbers, &count, &code);
    CODE("PvmSum", code);
    CODE("PvmSum value", numbers[3]);
    PvmSum(&bad, numbers, numbers, &count, &code);
    CODE("PvmSum of type 77", code);
    type = PVM_BYTE;
    PvmProduct(&type, numbers, numbers, &count, &code);
    CODE("PvmProduct of bytes", code);
    type = PVM_UINT;
    PvmMax(&type, numbers, numbers, &count, &code);
    CODE("PvmMax of unsigned numbers", code);
    PvmSum(&type, numbers, numbers, &count, &code);
    CODE("PvmSum of unsigned numbers", code);
    pvm_lvgroup(GROUP);
    CODE("reduce of no member", pvm_reduce(PvmSum, numbers, 4, PVM_INT, 60, GROUP, 0));
}

/* Messages of the program and of the calls about data have the same tag: reduce() of codes_child.c. */
static void data_beside_messages(void) {
    char* arguments[] = {(char*)"reduce", GROUP, NULL};
    struct timeval soon = {0, 300000}, limit = {HANG_S, 0};
    int tid = 0, value = 7, numbers[2] = {8, 9}, gathered[2] = {0}, own = 0, got = 0;
    pvm_joingroup(GROUP);
    pvm_spawn(PROGRAM, arguments, PvmTaskDefault, (char*)"", 1, &tid);
    CODE("recv of any tag before a reduce", pvm_trecv(-1, -1, &limit) > 0 && pvm_upkint(&got, 1, 1) == 0);
    CODE("it gets the message of the program", got);
    CODE("recv of any tag while another member reduces", pvm_trecv(-1, -1, &soon));
    CODE("reduce with a member in another context", pvm_reduce(PvmSum, &value, 1, PVM_INT, 60, GROUP, 0));
    CODE("its sum", value);
    CODE("gather with a member in another context", pvm_gather(gathered, &value, 1, PVM_INT, 60, GROUP, 0));
    CODE("gathered of the member", gathered[1]);
    CODE("scatter with a member in another context", pvm_scatter(&own, numbers, 1, PVM_INT, 60, GROUP, 0));
    CODE("scattered to this task", own);
    pvm_recv(tid, 98);
    pvm_upkint(&got, 1, 1);
    CODE("scattered to the member", got);
    CODE("context after that", pvm_getcontext());
    end_child(tid);
    CODE("alone after that", size_becomes(1));
    pvm_lvgroup(GROUP);
}

static void frozen(void) {
    CODE("freezegroup of no member", pvm_freezegroup((char*)"ice", 1));
    CODE("joingroup ice", pvm_joingroup((char*)"ice"));
    CODE("freezegroup", pvm_freezegroup((char*)"ice", 1));
    CODE("gsize of a frozen group", pvm_gsize((char*)"ice"));
    CODE("freezegroup twice", pvm_freezegroup((char*)"ice", 1));
    CODE("barrier of a frozen group", pvm_barrier((char*)"ice", 1));
    CODE("joingroup of a frozen group", pvm_joingroup((char*)"ice"));
    CODE("lvgroup of a frozen group", pvm_lvgroup((char*)"ice"));
    CODE("gsize after that", pvm_gsize((char*)"ice"));
}

int main(int argc, char** argv) {
    original = in_the_original(argc, argv);
    begin_codes();
    pvm_mytid();
    no_group();
    alone();
    holes();
    data();
    data_beside_messages();
    frozen();
    pvm_exit();
    return 0;
}
