/* A task that the programs codes_*.c spawn: codes_child MODE [ARGUMENT...]. "Waits" means until a message with tag 99.
   wait      waits
   forward   sends a message on to its parent and waits
   exit      pvm_exit, then the process ends
   return    the process ends without pvm_exit
   tell      sends pvm_parent(), the number of siblings, its context and the length of argv to the task argv[2]
             (decimal) and waits
   member    joins the group argv[2], sends its instance number and waits
   reduce    joins the group argv[2] with the instance number 1, sends 1000 with tag 60, and takes part in pvm_reduce,
             pvm_gather and pvm_scatter with this tag in another context. Sends what pvm_scatter has given it, and waits
   free      frees the context argv[2], sends what the call returns and waits
   put       puts 7 into the mailbox class argv[2] with the flags argv[3], sends the index and waits
   options   sets the options of its children, sends what the calls return and waits
   start     sends 1 or 0 for what start() checks, and waits
   count     counts messages with tag 96 until one with tag 97, sends the number and waits
   print     prints a line
   redirect  prints a line after it has set PvmSelfOutputCode to argv[2] */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

static void tell(int argc, char** argv) {
    int* list;
    int values[4];
    values[0] = pvm_parent();
    values[1] = pvm_siblings(&list);
    values[2] = pvm_getcontext();
    values[3] = argc;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(values, 4, 1);
    pvm_send(atoi(argv[2]), 98);
    pvm_recv(-1, 99);
    pvm_exit();
}

static void send_and_wait(int value) {
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    pvm_send(pvm_parent(), 98);
    pvm_recv(-1, 99);
    pvm_exit();
}

/* data_beside_messages() of codes_groups.c takes part too. */
static void reduce(char* group) {
    int value = 1000, five = 5, scattered = -1;
    pvm_joingroup(group);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    pvm_send(pvm_parent(), 60);
    pvm_setcontext(4711);
    pvm_reduce(PvmSum, &five, 1, PVM_INT, 60, group, 0);
    pvm_gather(NULL, &value, 1, PVM_INT, 60, group, 0);
    pvm_scatter(&scattered, NULL, 1, PVM_INT, 60, group, 0);
    pvm_setcontext(0);
    send_and_wait(scattered);
}

static void put(char* name, int flags) {
    int value = 7;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    send_and_wait(pvm_putinfo(name, pvm_getsbuf(), flags));
}

/* Sends on the message that it gets with tag 96, as it is. */
static void forward(void) {
    int buffer = pvm_recv(-1, 96);
    pvm_setsbuf(buffer);
    pvm_send(pvm_parent(), 98);
    pvm_recv(-1, 99);
    pvm_exit();
}

/* started_tasks() of codes_tasks.c has the names of the results. */
static void start(const char* own_name) {
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    char folder[4096], byte;
    int results[7];
    results[0] = getcwd(folder, sizeof folder) != NULL && strcmp(folder, "/") == 0;
    results[1] = getenv("CODES_EXPORTED") != NULL;
    results[2] = getenv("CODES_NOT_EXPORTED") != NULL;
    results[3] = getenv("PVM_EXPORT") != NULL;
    results[4] = getenv("PVMEPID") != NULL && getenv("PVMSOCK") != NULL;
    results[5] = own_name[0] == '/';
    results[6] = poll(&input, 1, 1000) == 1 && read(STDIN_FILENO, &byte, 1) == 0;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(results, 7, 1);
    pvm_send(pvm_parent(), 98);
    pvm_recv(-1, 99);
    pvm_exit();
}

static void count(void) {
    int tag = 96, copies = -1;
    for (; tag == 96; ++copies)
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, NULL);
    send_and_wait(copies);
}

/* inherited_collector() of codes_options.c has the names of the results. */
static void set_options(void) {
    const int self = pvm_mytid(), parent = pvm_parent(), code = pvm_getopt(PvmSelfOutputCode);
    int results[11];
    pvm_setopt(PvmAutoErr, 0);
    results[0] = pvm_getopt(PvmOutputTid) == parent;
    results[1] = pvm_getopt(PvmOutputCode);
    results[2] = pvm_setopt(PvmOutputCode, code + 1);
    results[3] = pvm_setopt(PvmOutputCode, code);
    results[4] = pvm_setopt(PvmOutputContext, pvm_getopt(PvmSelfOutputContext) + 1);
    results[5] = pvm_setopt(PvmOutputTid, 0x4fff0);
    results[6] = pvm_setopt(PvmOutputTid, self) == parent;
    results[7] = pvm_setopt(PvmOutputCode, 5);
    results[8] = pvm_setopt(PvmOutputTid, parent);
    results[9] = pvm_setopt(PvmOutputCode, code);
    results[10] = pvm_setopt(PvmOutputTid, parent) == self;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(results, 11, 1);
    pvm_send(parent, 98);
    pvm_recv(-1, 99);
    pvm_exit();
}

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    pvm_mytid();
    if (strcmp(argv[1], "wait") == 0) pvm_recv(-1, 99);
    if (strcmp(argv[1], "forward") == 0) forward();
    if (strcmp(argv[1], "tell") == 0) tell(argc, argv);
    if (strcmp(argv[1], "member") == 0) send_and_wait(pvm_joingroup(argv[2]));
    if (strcmp(argv[1], "reduce") == 0) reduce(argv[2]);
    if (strcmp(argv[1], "free") == 0) send_and_wait(pvm_freecontext(atoi(argv[2])));
    if (strcmp(argv[1], "put") == 0) put(argv[2], atoi(argv[3]));
    if (strcmp(argv[1], "options") == 0) set_options();
    if (strcmp(argv[1], "start") == 0) start(argv[0]);
    if (strcmp(argv[1], "count") == 0) count();
    if (strcmp(argv[1], "redirect") == 0) pvm_setopt(PvmSelfOutputCode, atoi(argv[2]));
    if (strcmp(argv[1], "print") == 0 || strcmp(argv[1], "redirect") == 0) printf("a line\n");
    if (strcmp(argv[1], "return") != 0) pvm_exit();
    return 0;
}
