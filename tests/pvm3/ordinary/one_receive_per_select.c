/* The descriptor of pvm_getfds for programs that receive one message each time it is readable, as in the manual of PVM:
   it announces messages that another receive has passed over, and nothing after the last message. So with a match
   function. */
#include "checks.h"

enum { messages = 3, item = 1, ready = 2, go_on = 3, last = 4, done = 5 };

static int is_readable(int descriptor) {
    fd_set set;
    struct timeval now = {0, 0};
    FD_ZERO(&set);
    FD_SET(descriptor, &set);
    return select(descriptor + 1, &set, NULL, NULL, &now) == 1;
}

static int takes_any(int buffer, int tid, int tag) {
    (void)buffer, (void)tid, (void)tag;
    return 1;
}

static void work(int parent) {
    int i;
    for (i = 0; i < messages; ++i)
        send_int(parent, item, i);
    send_int(parent, ready, 0);
    CHECK(received_int(parent, go_on) == 0);
    send_int(parent, last, 0);
    CHECK(received_int(parent, done) == 0);
}

int main(void) {
    int i, child, value, *descriptors;
    if (!is_first_task()) {
        work(pvm_parent());
        pvm_exit();
        return 0;
    }
    CHECK(pvm_getfds(&descriptors) == 1);
    CHECK(pvm_spawn("one_receive_per_select", NULL, PvmTaskDefault, "", 1, &child) == 1);
    CHECK(received_int(child, ready) == 0);
    for (i = 0; i < messages; ++i) {
        wait_for_message(descriptors[0]);
        if (i == 1) pvm_recvf(takes_any);
        CHECK(pvm_nrecv(-1, -1) > 0);
        CHECK(pvm_upkint(&value, 1, 1) == 0 && value == i);
    }
    pvm_recvf(NULL);
    send_int(child, go_on, 0);
    wait_for_message(descriptors[0]);
    CHECK(received_int(-1, last) == 0);
    CHECK(!is_readable(descriptors[0]));
    send_int(child, done, 0);
    pvm_exit();
    return 0;
}
