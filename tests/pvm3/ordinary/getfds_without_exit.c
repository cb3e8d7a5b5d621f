/* Waits for messages with select(), as programs with a window do, and ends without pvm_exit. */
#include "checks.h"

enum { messages = 50 };

int main(void) {
    int i, child, *descriptors, received = 0;
    if (!is_first_task()) {
        for (i = 0; i < messages; ++i)
            send_int(pvm_parent(), 1, i);
        CHECK(pvm_getfds(&descriptors) == 1);
        return 0;
    }
    CHECK(pvm_getfds(&descriptors) == 1);
    CHECK(pvm_spawn((char*)"getfds_without_exit", NULL, PvmTaskDefault, (char*)"", 1, &child) == 1);
    while (received < messages) {
        wait_for_message(descriptors[0]);
        while (pvm_nrecv(child, 1) > 0) {
            CHECK(pvm_upkint(&i, 1, 1) == 0 && i == received);
            ++received;
        }
    }
    return 0;
}
