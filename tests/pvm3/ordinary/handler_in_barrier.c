/* A task answers by its message handler while it waits in pvm_barrier and in pvm_recvinfo. A message without a handler
   that arrives meanwhile is announced by the descriptor of pvm_getfds. */
#include "checks.h"

#define GROUP ((char*)"handler_in_barrier")

enum { ready = 1, question = 2, answer = 3, later = 4 };

static int answer_question(int message) {
    int length, tag, asking;
    CHECK(pvm_bufinfo(message, &length, &tag, &asking) == 0);
    send_int(asking, answer, 42);
    return 0;
}

static void wait_and_answer(void) {
    int* descriptors;
    CHECK(pvm_getfds(&descriptors) == 1);
    CHECK(pvm_addmhf(-1, question, pvm_getcontext(), answer_question) > 0);
    CHECK(pvm_joingroup(GROUP) >= 0);
    send_int(pvm_parent(), ready, 0);
    CHECK(pvm_barrier(GROUP, 2) == 0);
    wait_for_message(descriptors[0]);
    CHECK(pvm_nrecv(-1, later) > 0);
    CHECK(pvm_recvinfo(GROUP, 0, PvmMboxWaitForInfo) > 0);
}

static void ask(int child) {
    struct timeval limit = {hang_s, 0};
    send_int(child, question, 0);
    CHECK(pvm_trecv(child, answer, &limit) > 0);
}

int main(void) {
    int child, i;
    if (!is_first_task()) {
        wait_and_answer();
        pvm_exit();
        return 0;
    }
    CHECK(pvm_joingroup(GROUP) >= 0);
    CHECK(pvm_spawn((char*)"handler_in_barrier", NULL, PvmTaskDefault, (char*)"", 1, &child) == 1);
    CHECK(pvm_notify(PvmTaskExit, 5, 1, &child) == 0);
    CHECK(received_int(child, ready) == 0);
    send_int(child, later, 0);
    for (i = 0; i < 3; ++i)
        ask(child);
    CHECK(pvm_barrier(GROUP, 2) == 0);
    ask(child);
    CHECK(pvm_initsend(PvmDataDefault) > 0);
    CHECK(pvm_putinfo(GROUP, pvm_getsbuf(), PvmMboxDefault) == 0);
    CHECK(pvm_recv(-1, 5) > 0);
    pvm_exit();
    return 0;
}
