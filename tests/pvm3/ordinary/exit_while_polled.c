/* A task sends a long message and leaves, while its parent only asks whether it still runs. */
#include <string.h>
#include <unistd.h>

#include "checks.h"

enum { bytes = 8000000, polls = 100 * hang_s, result = 1 };

int main(void) {
    char* data = malloc(bytes);
    int child, i, length;
    CHECK(data);
    if (!is_first_task()) {
        memset(data, 7, bytes);
        CHECK(pvm_psend(pvm_parent(), result, data, bytes, PVM_BYTE) == 0);
        pvm_exit();
        return 0;
    }
    CHECK(pvm_spawn("exit_while_polled", NULL, PvmTaskDefault, "", 1, &child) == 1);
    for (i = 0; i < polls && pvm_pstat(child) == PvmOk; ++i)
        usleep(10000);
    CHECK(i < polls);
    CHECK(pvm_precv(child, result, data, bytes, PVM_BYTE, NULL, NULL, &length) == 0);
    CHECK(length == bytes && data[0] == 7 && data[bytes - 1] == 7);
    free(data);
    pvm_exit();
    return 0;
}
