/* pvm_notify about routes: a message when the first message is exchanged with a task, and one when the route ends. */
#include <fcntl.h>

#include "checks.h"

enum { added = 2, lost = 3, children = 2 };

static void start_children(int count, int* tids) {
    CHECK(pvm_spawn((char*)"route_notices", NULL, PvmTaskDefault, (char*)"", count, tids) == count);
}

/* The task that the present message is about, and the number after it. */
static int told_task(int* number) {
    int facts[2], bytes = 0;
    CHECK(pvm_bufinfo(pvm_getrbuf(), &bytes, NULL, NULL) == 0 && bytes == 8);
    CHECK(pvm_upkint(facts, 2, 1) == 0);
    *number = facts[1];
    return facts[0];
}

static void check_added(int own_descriptor) {
    int tids[children], told[children], i, descriptor;
    start_children(children, tids);
    CHECK(pvm_notify(PvmRouteDelete, lost, children, tids) == 0);
    for (i = 0; i < children; ++i)
        CHECK(received_int(tids[i], 1) == 7);
    /* The notices wait in the library, and the descriptor announces them. */
    wait_for_message(own_descriptor);
    for (i = 0; i < children; ++i) {
        CHECK(pvm_nrecv(-1, added) > 0);
        told[i] = told_task(&descriptor);
        /* The program may remove it from its set when the route ends, and must keep its own one. */
        CHECK(descriptor != own_descriptor && fcntl(descriptor, F_GETFD) >= 0);
    }
    CHECK((told[0] == tids[0] && told[1] == tids[1]) || (told[0] == tids[1] && told[1] == tids[0]));
    CHECK(pvm_nrecv(-1, added) == 0 && pvm_nrecv(-1, lost) == 0);
    for (i = 0; i < children; ++i) {
        int number = 0, ended;
        send_int(tids[i], 1, 0);
        CHECK(pvm_recv(-1, lost) > 0);
        ended = told_task(&number);
        CHECK(ended == tids[i] && number == -1);
    }
    /* A task that has ended has no route: this is told at once. */
    CHECK(pvm_notify(PvmRouteDelete, lost, 1, tids) == 0);
    CHECK(pvm_recv(-1, lost) > 0 && told_task(&descriptor) == tids[0]);
}

/* Only one route is wanted. It is told to a receive that waits for it. */
static void check_count(void) {
    int first, second, descriptor;
    CHECK(pvm_notify(PvmRouteAdd, added, 1, NULL) == 0);
    start_children(1, &first);
    CHECK(pvm_recv(-1, added) > 0 && told_task(&descriptor) == first);
    CHECK(received_int(first, 1) == 7);
    start_children(1, &second);
    CHECK(received_int(second, 1) == 7);
    CHECK(pvm_nrecv(-1, added) == 0);
    send_int(first, 1, 0);
    send_int(second, 1, 0);
}

int main(void) {
    int* descriptors;
    if (!is_first_task()) {
        send_int(pvm_parent(), 1, 7);
        received_int(pvm_parent(), 1);
        return 0;
    }
    CHECK(pvm_getfds(&descriptors) == 1);
    CHECK(pvm_notify(PvmRouteAdd, added, -1, NULL) == 0);
    check_added(descriptors[0]);
    check_count();
    pvm_exit();
    return 0;
}
