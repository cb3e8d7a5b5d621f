/* A message handler runs in pvm_send, pvm_psend and pvm_mcast, which leave other messages and the send buffer as they
   are. If it calls pvm_exit, the call fails. */
#include "checks.h"

enum { event = 1, last = 2, other = 3, quiet = 4, most_sends = 1000 };

static int events = 0;

static int count_event(int message) {
    int value = 0;
    (void)message;
    CHECK(pvm_upkint(&value, 1, 1) == 0 && value == events);
    CHECK(pvm_initsend(PvmDataDefault) > 0); /* freed after the handler */
    ++events;
    return 0;
}

static int leave(int message) {
    (void)message;
    CHECK(pvm_exit() == 0);
    return 0;
}

/* The way 0 is pvm_send, 1 is pvm_psend, 2 is pvm_mcast. */
static int sends(int way, int self, int child) {
    int value = 5;
    if (way == 0) return pvm_send(self, quiet);
    if (way == 1) return pvm_psend(self, quiet, &value, 1, PVM_INT);
    return pvm_mcast(&child, 1, quiet);
}

static void check_handler(int way, int self, int child) {
    int i, buffer;
    send_int(self, event, events);
    buffer = pvm_getsbuf();
    for (i = 0; i < most_sends && events == way; ++i)
        CHECK(sends(way, self, child) == 0);
    CHECK(events == way + 1);
    CHECK(pvm_getsbuf() == buffer);
}

static void check_exit(int self) {
    int i, result = 0;
    CHECK(pvm_addmhf(self, last, pvm_getcontext(), leave) > 0);
    send_int(self, last, 0);
    for (i = 0; i < most_sends && result == 0; ++i)
        result = pvm_send(self, quiet);
    CHECK(result == PvmSysErr);
    CHECK(pvm_mytid() > 0 && pvm_mytid() != self);
}

int main(void) {
    int self, child, way;
    if (!is_first_task()) {
        received_int(pvm_parent(), last);
        pvm_exit();
        return 0;
    }
    self = pvm_mytid();
    CHECK(pvm_spawn("handler_in_send", NULL, PvmTaskDefault, "", 1, &child) == 1);
    send_int(self, other, 42);
    CHECK(pvm_addmhf(self, event, pvm_getcontext(), count_event) > 0);
    for (way = 0; way < 3; ++way)
        check_handler(way, self, child);
    CHECK(received_int(self, other) == 42);
    send_int(child, last, 0);
    check_exit(self);
    pvm_exit();
    return 0;
}
