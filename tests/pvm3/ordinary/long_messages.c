/* Two tasks send each other three long messages before they receive any, and receive them in the opposite order. One of
   them computes before it receives. */
#include <string.h>
#include <unistd.h>

#include "checks.h"

enum { bytes = 30000000, messages = 3 };

int main(void) {
    const int is_first = is_first_task();
    char *data = malloc(bytes), *arrived = malloc(bytes);
    int other = pvm_parent(), i;
    if (is_first) CHECK(pvm_spawn("long_messages", NULL, PvmTaskDefault, "", 1, &other) == 1);
    for (i = 0; i < messages; ++i) {
        memset(data, i + 1, bytes);
        CHECK(pvm_initsend(PvmDataRaw) > 0);
        CHECK(pvm_pkbyte(data, bytes, 1) == 0);
        CHECK(pvm_send(other, i) == 0);
    }
    if (!is_first) sleep(1);
    for (i = messages - 1; i >= 0; --i) {
        CHECK(pvm_recv(other, i) > 0);
        CHECK(pvm_upkbyte(arrived, bytes, 1) == 0);
        CHECK(arrived[0] == i + 1 && arrived[bytes - 1] == i + 1);
    }
    free(data);
    free(arrived);
    pvm_exit();
    return 0;
}
