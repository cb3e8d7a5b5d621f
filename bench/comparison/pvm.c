/* The same patterns with PVM 3.4.6 and two tasks. A pvmd must run. The first task spawns the second.
 *
 *   pvm_messages direct|default PATTERN ARGUMENTS...     direct: a TCP connection between the tasks; default: through
 *                                                        the daemon */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "patterns.h"

static const int tag = 1;
static int other;

static void check(int status, const char* what) {
    if (status >= 0) return;
    fprintf(stderr, "pvm_messages: %s failed with %d\n", what, status);
    pvm_exit();
    exit(1);
}

static void send_message(int to, const void* data, size_t bytes) {
    (void)to;
    check(pvm_psend(other, tag, (char*)data, (int)bytes, PVM_BYTE), "pvm_psend");
}

static void receive_message(int from, void* data, size_t bytes) {
    (void)from;
    int source, its_tag, length;
    check(pvm_precv(other, tag, data, (int)bytes, PVM_BYTE, &source, &its_tag, &length), "pvm_precv");
}

int main(int argc, char** argv) {
    const int direct = argc > 2 && strcmp(argv[1], "direct") == 0;
    if (!direct && !(argc > 2 && strcmp(argv[1], "default") == 0)) {
        fprintf(stderr, "usage: pvm_messages direct|default PATTERN ARGUMENTS...\n");
        return 2;
    }
    check(pvm_mytid(), "pvm_mytid");
    pvm_setopt(PvmRoute, direct ? PvmRouteDirect : PvmDontRoute);
    other = pvm_parent();
    const int rank = other == PvmNoParent ? 0 : 1;
    if (rank == 0) {
        char* self = realpath("/proc/self/exe", NULL);
        const int started = pvm_spawn(self, argv + 1, PvmTaskDefault, "", 1, &other);
        check(started == 1 ? 0 : other, "pvm_spawn");
        free(self);
    }
    const struct side side = {.rank = rank, .size = 2, .send = send_message, .receive = receive_message, .shift = NULL};
    const int result = run_pattern(&side, argc - 2, argv + 2);
    pvm_exit();
    return result;
}
