/* A message handler calls pvm_exit while its task receives. The receive fails, and the task can enrol again. */
#include "checks.h"

enum { leave = 1, left = 2, ways = 3 };

static int leave_pvm(int message) {
    (void)message;
    CHECK(pvm_exit() == 0);
    return 0;
}

static int receive(int way) {
    int buffer = 0;
    if (way == 0) return pvm_recv(-1, left);
    while (buffer == 0)
        buffer = way == 1 ? pvm_nrecv(-1, left) : pvm_probe(-1, left);
    return buffer;
}

static void work(int way) {
    const int parent = pvm_parent();
    CHECK(pvm_addmhf(parent, leave, pvm_getcontext(), leave_pvm) > 0);
    send_int(parent, leave, 0);
    CHECK(receive(way) == PvmSysErr);
    send_int(parent, left, way); /* of another task */
    pvm_exit();
}

int main(int count, char** arguments) {
    char way[] = "0", *words[] = {way, NULL};
    int child, i;
    if (!is_first_task()) {
        CHECK(count == 2);
        work(arguments[1][0] - '0');
        return 0;
    }
    for (i = 0; i < ways; ++i) {
        way[0] = (char)('0' + i);
        CHECK(pvm_spawn("exit_in_handler", words, PvmTaskDefault, "", 1, &child) == 1);
        CHECK(received_int(child, leave) == 0);
        send_int(child, leave, 0);
        CHECK(received_int(-1, left) == i);
    }
    pvm_exit();
    return 0;
}
