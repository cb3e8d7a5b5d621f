/* For the ordinary programs: a failed check ends the program with status 1 and one line. */
#ifndef CHECKS_H
#define CHECKS_H

#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <unistd.h>

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (condition) break;                                                     \
        fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
        exit(1);                                                                  \
    } while (0)

/* Seconds: only a call that hangs takes so long. The limit of pvm3_virtual_machine.py for a program is longer. */
enum { hang_s = 50 };

/* Without the lines that failed calls print: a task without a parent is not an error here. */
static int is_first_task(void) {
    CHECK(pvm_mytid() > 0);
    pvm_setopt(PvmAutoErr, 0);
    return pvm_parent() == PvmNoParent;
}

static void send_int(int to, int tag, int value) {
    CHECK(pvm_initsend(PvmDataDefault) > 0);
    CHECK(pvm_pkint(&value, 1, 1) == 0);
    CHECK(pvm_send(to, tag) == 0);
}

static int received_int(int from, int tag) {
    int value = 0;
    CHECK(pvm_recv(from, tag) > 0);
    CHECK(pvm_upkint(&value, 1, 1) == 0);
    return value;
}

/* A message, with the descriptor of pvm_getfds. */
static void wait_for_message(int descriptor) {
    fd_set set;
    struct timeval limit = {hang_s, 0};
    FD_ZERO(&set);
    FD_SET(descriptor, &set);
    CHECK(select(descriptor + 1, &set, NULL, NULL, &limit) == 1);
}

/* pvm_mstat. Waits if the daemon has not answered for 2 s, as on a busy computer. */
static int status_of_host(char* name) {
    int i, status = pvm_mstat(name);
    for (i = 0; i < 10 * hang_s && status == PvmHostFail; ++i) {
        usleep(100000);
        status = pvm_mstat(name);
    }
    return status;
}

#endif
