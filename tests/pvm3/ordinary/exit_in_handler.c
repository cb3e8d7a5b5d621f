/* A message handler calls pvm_exit while its task receives, or while it sends the first message to a task. The call
   fails, and the task can enrol again. */
#include "checks.h"

enum { leave = 1, left = 2, added = 3, receives = 3, ways = 4 };

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

/* The message leaves, and then the handler gets the notice of the new route. */
static int send_first(int to) {
    int value = 0;
    CHECK(pvm_notify(PvmRouteAdd, added, -1, NULL) == 0);
    CHECK(pvm_addmhf(-1, added, pvm_getcontext(), leave_pvm) > 0);
    CHECK(pvm_initsend(PvmDataDefault) > 0 && pvm_pkint(&value, 1, 1) == 0);
    return pvm_send(to, leave);
}

static void work(int way) {
    const int parent = pvm_parent();
    CHECK(pvm_addmhf(parent, leave, pvm_getcontext(), leave_pvm) > 0);
    if (way < receives) send_int(parent, leave, 0);
    CHECK((way < receives ? receive(way) : send_first(parent)) == PvmSysErr);
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
