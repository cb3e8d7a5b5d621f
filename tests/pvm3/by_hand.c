/* Two programs that are started by hand on different hosts, for pvm3_remote_test.py. They find each other by the
   mailbox. by_hand serve|ask
   by_hand wait: returns when the server can be found.
   by_hand where: prints the host on which it runs. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

#define CALLED ((char*)"by_hand")

static void serve(void) {
    int me = pvm_mytid(), value = 0, from = 0;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&me, 1, 1);
    pvm_putinfo(CALLED, pvm_getsbuf(), PvmMboxDefault);
    pvm_bufinfo(pvm_recv(-1, 1), NULL, NULL, &from);
    pvm_upkint(&value, 1, 1);
    value *= 2;
    pvm_initsend(PvmDataRaw);
    pvm_pkint(&value, 1, 1);
    pvm_send(from, 2);
    for (;;)
        pause();
}

static void print_host_of(const char* what, int tid) {
    struct pvmhostinfo* hosts;
    int count = 0, i;
    pvm_config(&count, NULL, &hosts);
    for (i = 0; i < count; ++i)
        if (hosts[i].hi_tid == pvm_tidtohost(tid)) printf("%s: host %s of %d\n", what, hosts[i].hi_name, count);
}

static void ask(void) {
    int server = 0, value = 21;
    pvm_recvinfo(CALLED, 0, PvmMboxWaitForInfo);
    pvm_upkint(&server, 1, 1);
    print_host_of("the server", server);
    pvm_notify(PvmTaskExit, 3, 1, &server);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    pvm_send(server, 1);
    pvm_recv(server, 2);
    pvm_upkint(&value, 1, 1);
    printf("answer %d\n", value);
    pvm_kill(server);
    pvm_recv(-1, 3);
    printf("the server has ended\n");
    pvm_exit();
}

int main(int argc, char** argv) {
    if (argc == 2 && strcmp(argv[1], "serve") == 0) serve();
    if (argc == 2 && strcmp(argv[1], "ask") == 0) ask();
    if (argc == 2 && strcmp(argv[1], "wait") == 0) pvm_recvinfo(CALLED, 0, PvmMboxWaitForInfo);
    if (argc == 2 && strcmp(argv[1], "where") == 0) print_host_of("this program", pvm_mytid());
    return argc == 2 ? 0 : 2;
}
