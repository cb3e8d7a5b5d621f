/* The tasker of its host: starts the tasks that it spawns itself, as the manual page pvm_reg_tasker describes. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "role.h"

enum { children = 2, most = 64, text_bytes = 4096, ended = 9 };

static char* unpacked_text(void) {
    char* text = malloc(text_bytes);
    CHECK(text && pvm_upkstr(text) == 0);
    return text;
}

/* Texts with their number in front; null at the end. */
static char** unpacked_texts(void) {
    static char* unused[most];
    char** texts = calloc(most, sizeof unused[0]);
    int count, i;
    CHECK(pvm_upkint(&count, 1, 1) == 0 && count < most);
    for (i = 0; i < count; ++i)
        texts[i] = unpacked_text();
    return texts;
}

/* Receives SM_STTASK and starts the process. Returns its process id. */
static pid_t start(int* tid) {
    int flags, source, tag, i;
    char *path, **arguments, **environment;
    pid_t process;
    int buffer = pvm_recv(-1, SM_STTASK);
    CHECK(buffer > 0 && pvm_bufinfo(buffer, NULL, &tag, &source) == 0);
    CHECK(tag == SM_STTASK && (source & TIDPVMD));
    CHECK(pvm_upkint(tid, 1, 1) == 0 && pvm_upkint(&flags, 1, 1) == 0);
    path = unpacked_text();
    arguments = unpacked_texts();
    environment = unpacked_texts();
    CHECK(path[0] == '/' && strcmp(arguments[0], path) == 0 && strcmp(arguments[1], "word") == 0);
    process = fork();
    CHECK(process >= 0);
    if (process > 0) return process;
    for (i = 0; environment[i]; ++i)
        putenv(environment[i]);
    execv(path, arguments);
    _exit(127);
}

/* SM_TASKX: the end of a process. */
static void tell_end(int tid, int status) {
    int facts[6] = {tid, status, 0, 0, 0, 0};
    CHECK(pvm_initsend(PvmDataDefault) > 0);
    CHECK(pvm_pkint(facts, 6, 1) == 0);
    CHECK(pvm_send(TIDPVMD, SM_TASKX) == 0);
}

static void refuse(int* tid) {
    int flags;
    CHECK(pvm_recv(-1, SM_STTASK) > 0);
    CHECK(pvm_upkint(tid, 1, 1) == 0 && pvm_upkint(&flags, 1, 1) == 0);
    tell_end(*tid, 1 << 8);
}

static void run_children(const int* tids) {
    int i;
    for (i = 0; i < children; ++i) {
        int tid, status, siblings;
        char chosen[text_bytes], word[text_bytes];
        pid_t process = start(&tid);
        CHECK(tid == tids[i]);
        CHECK(pvm_recv(tid, 1) > 0);
        CHECK(pvm_unpackf("%d %s %s", &siblings, chosen, word) == 0);
        CHECK(siblings == children && strcmp(chosen, "value") == 0 && strcmp(word, "word") == 0);
        send_int(tid, 2, 0);
        CHECK(waitpid(process, &status, 0) == process && WEXITSTATUS(status) == 3);
        tell_end(tid, status);
        CHECK(received_int(-1, ended) == tid);
        CHECK(pvm_pstat(tid) == PvmNoTask);
    }
}

int main(void) {
    char* arguments[] = {"word", NULL};
    int tids[children], tid;
    CHECK(is_first_task());
    setenv("CHOSEN", "value", 1);
    CHECK(pvm_export("CHOSEN") >= 0);
    pvm_setopt(PvmResvTids, 1);
    CHECK(pvm_reg_tasker() == PvmOk);
    CHECK(pvm_spawn("role_child", arguments, PvmTaskDefault, "", children, tids) == children);
    CHECK(pvm_notify(PvmTaskExit, ended, children, tids) == 0);
    run_children(tids);
    /* A task that the tasker cannot start. */
    CHECK(pvm_spawn("role_child", arguments, PvmTaskDefault, "", 1, tids) == 1);
    CHECK(pvm_notify(PvmTaskExit, ended, 1, tids) == 0);
    refuse(&tid);
    CHECK(tid == tids[0] && received_int(-1, ended) == tid);
    /* A program that is not there is an error before the tasker hears of it. */
    CHECK(pvm_spawn("no_such_program", arguments, PvmTaskDefault, "", 1, tids) == 0 && tids[0] == PvmNoFile);
    CHECK(pvm_nrecv(-1, SM_STTASK) == 0);
    /* Called again, it ends the role. */
    CHECK(pvm_reg_tasker() == PvmOk);
    CHECK(pvm_spawn("role_child", arguments, PvmTaskDefault, "", 1, tids) == 1);
    CHECK(pvm_recv(tids[0], 1) > 0);
    send_int(tids[0], 2, 0);
    pvm_exit();
    return 0;
}
