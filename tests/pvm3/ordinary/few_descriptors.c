/* A send without a free descriptor fails and the task goes on. */
#include <sys/resource.h>
#include <unistd.h>

#include "checks.h"

enum { children = 40, few = 32 };

static void allow(rlim_t descriptors) {
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    limit.rlim_cur = descriptors;
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
}

int main(void) {
    int i, tids[children], value = 1, failed = 0;
    if (!is_first_task()) {
        CHECK(received_int(pvm_parent(), 2) == 2);
        pvm_exit();
        return 0;
    }
    CHECK(pvm_spawn((char*)"few_descriptors", NULL, PvmTaskDefault, (char*)"", children, tids) == children);
    allow(few);
    for (i = 0; i < children; ++i) {
        CHECK(pvm_initsend(PvmDataDefault) > 0);
        CHECK(pvm_pkint(&value, 1, 1) == 0);
        failed += pvm_send(tids[i], 1) < 0;
    }
    CHECK(failed > 0);
    allow(1024);
    CHECK(pvm_notify(PvmTaskExit, 3, children, tids) == 0);
    for (i = 0; i < children; ++i)
        send_int(tids[i], 2, 2);
    for (i = 0; i < children; ++i)
        CHECK(pvm_recv(-1, 3) > 0);
    pvm_exit();
    return 0;
}
