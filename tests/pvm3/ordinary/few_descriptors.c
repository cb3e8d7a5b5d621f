/* A task without free descriptors goes on: sends to tasks that it cannot reach fail or are lost, everything else works.
 */
#include <sys/resource.h>
#include <unistd.h>

#include "checks.h"

enum { children = 40, few = 24 };

static void allow(rlim_t descriptors) {
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    limit.rlim_cur = descriptors;
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
}

int main(void) {
    int i, tids[children], value = 1;
    if (!is_first_task()) pause();
    CHECK(pvm_spawn((char*)"few_descriptors", NULL, PvmTaskDefault, (char*)"", children, tids) == children);
    CHECK(pvm_notify(PvmTaskExit, 3, children, tids) == 0);
    allow(few);
    for (i = 0; i < children; ++i) {
        CHECK(pvm_initsend(PvmDataDefault) > 0);
        CHECK(pvm_pkint(&value, 1, 1) == 0);
        (void)pvm_send(tids[i], 1);
    }
    for (i = 0; i < children; ++i)
        CHECK(pvm_kill(tids[i]) == 0);
    for (i = 0; i < children; ++i)
        CHECK(pvm_recv(-1, 3) > 0);
    pvm_exit();
    return 0;
}
