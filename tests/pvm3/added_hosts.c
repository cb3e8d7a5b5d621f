/* Adds hosts and checks the messages of pvm_notify about them, for pvm3_hosts_test.py: added_hosts FIRST SECOND THIRD.
   The first two are added by one call. All are deleted at the end. */
#include "ordinary/checks.h"

enum { once = 1, always = 2 }; /* tags of the messages */

/* A message with the number of hosts, and their tids, the last first. */
static void check_notice(int tag, const int* tids, int hosts) {
    struct timeval limit = {hang_s, 0};
    int count = 0, tid = 0;
    CHECK(pvm_trecv(-1, tag, &limit) > 0);
    CHECK(pvm_upkint(&count, 1, 1) == 0 && count == hosts);
    while (count-- > 0)
        CHECK(pvm_upkint(&tid, 1, 1) == 0 && tid == tids[count]);
}

int main(int count, char** arguments) {
    int tids[3], codes[3];
    CHECK(count == 4);
    CHECK(is_first_task());
    CHECK(pvm_notify(PvmHostAdd, once, 1, NULL) == 0);
    CHECK(pvm_notify(PvmHostAdd, always, -1, NULL) == 0);
    CHECK(pvm_addhosts(arguments + 1, 2, tids) == 2);
    check_notice(once, tids, 2);
    check_notice(always, tids, 2);
    CHECK(pvm_addhosts(arguments + 3, 1, tids + 2) == 1);
    check_notice(always, tids + 2, 1);
    CHECK(pvm_nrecv(-1, once) == 0);
    CHECK(pvm_delhosts(arguments + 1, 3, codes) == 3);
    pvm_exit();
    return 0;
}
