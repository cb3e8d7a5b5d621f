/* Two programs that are started by hand on different hosts, for pvm3_remote_test.py. They find each other by the
   mailbox. by_hand serve|ask
   by_hand wait: returns when the server can be found.
   by_hand where: prints the host on which it runs.
   by_hand debug HOST: starts a task there under the debugger of that host, and prints what the debugger was told.
   by_hand directory HOST: starts a task there and prints the directory in which it has started.
   by_hand tasker: starts tasks of its host as a tasker, and prints the paths of their programs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"
#include "pvmproto.h"

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

static void debug(const char* host) {
    char *arguments[] = {(char*)"debugged", NULL}, text[4096];
    int child = 0;
    if (pvm_spawn(CALLED, arguments, PvmTaskHost | PvmTaskDebug, host, 1, &child) == 1) {
        pvm_recv(child, 1);
        pvm_upkstr(text);
        printf("debugged %s\n", text);
    } else {
        printf("not started %d\n", child);
    }
    pvm_exit();
}

/* The debugger of the test names the program in this variable. */
static void be_debugged(void) {
    const char* program = getenv("DEBUGGED");
    pvm_initsend(PvmDataDefault);
    pvm_pkstr((char*)(program ? program : "by nothing"));
    pvm_send(pvm_parent(), 1);
    pvm_exit();
}

static void show_directory(const char* host) {
    char *arguments[] = {(char*)"directory", NULL}, text[4096];
    int child = 0;
    pvm_spawn(CALLED, arguments, PvmTaskHost, host, 1, &child);
    pvm_recv(child, 1);
    pvm_upkstr(text);
    printf("%s\n", text);
    pvm_exit();
}

static void tell_directory(void) {
    char text[4096];
    pvm_initsend(PvmDataDefault);
    pvm_pkstr(getcwd(text, sizeof text) ? text : (char*)"unknown");
    pvm_send(pvm_parent(), 1);
    pvm_exit();
}

static void be_tasker(void) {
    int task = 0, flags = 0, end[6] = {0, 256, 0, 0, 0, 0};
    char path[4096];
    pvm_setopt(PvmResvTids, 1);
    pvm_reg_tasker();
    printf("started %d\n", pvm_spawn(CALLED, NULL, PvmTaskHost, ".", 1, &task));
    pvm_recv(-1, SM_STTASK);
    pvm_upkint(end, 1, 1);
    pvm_upkint(&flags, 1, 1);
    pvm_upkstr(path);
    printf("path %s\n", path);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(end, 6, 1);
    pvm_send(TIDPVMD, SM_TASKX);
    printf("started %d", pvm_spawn((char*)"no_such_program", NULL, PvmTaskHost, ".", 1, &task));
    printf(", result %d\n", task);
    pvm_exit();
}

int main(int argc, char** argv) {
    if (argc == 3 && strcmp(argv[1], "debug") == 0) debug(argv[2]);
    if (argc == 3 && strcmp(argv[1], "directory") == 0) show_directory(argv[2]);
    if (argc == 3) return 0;
    if (argc == 2 && strcmp(argv[1], "directory") == 0) tell_directory();
    if (argc == 2 && strcmp(argv[1], "debugged") == 0) be_debugged();
    if (argc == 2 && strcmp(argv[1], "tasker") == 0) be_tasker();
    if (argc == 2 && strcmp(argv[1], "serve") == 0) serve();
    if (argc == 2 && strcmp(argv[1], "ask") == 0) ask();
    if (argc == 2 && strcmp(argv[1], "wait") == 0) pvm_recvinfo(CALLED, 0, PvmMboxWaitForInfo);
    if (argc == 2 && strcmp(argv[1], "where") == 0) print_host_of("this program", pvm_mytid());
    return argc == 2 ? 0 : 2;
}
