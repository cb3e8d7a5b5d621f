/* A resource manager, and a task whose calls it answers: spawn, config, tasks, notify. After the manager's end the
   virtual machine answers again. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "role.h"

enum { tasks = 2, text_bytes = 4096, most = 64, ended = 9, invented_host = 0x100000, last = 5 };

/* ---- the client */

static void check_children(const int* tids) {
    int i;
    for (i = 0; i < tasks; ++i) {
        int siblings;
        char chosen[text_bytes], word[text_bytes];
        CHECK(pvm_recv(tids[i], 1) > 0);
        CHECK(pvm_unpackf("%d %s %s", &siblings, chosen, word) == 0);
        CHECK(siblings == tasks && strcmp(chosen, "value") == 0 && strcmp(word, "managed") == 0);
        send_int(tids[i], 2, 0);
    }
}

static int use(int manager_waits) {
    char* arguments[] = {"word", NULL};
    int tids[tasks], hosts, count, i, notice = 0;
    struct pvmhostinfo* host;
    struct pvmtaskinfo* task;
    CHECK(is_first_task());
    setenv("CHOSEN", "value", 1);
    CHECK(pvm_export("CHOSEN") >= 0);
    CHECK(pvm_config(&hosts, NULL, &host) == 0);
    CHECK(hosts == 1 && host[0].hi_tid == invented_host && strcmp(host[0].hi_name, "invented") == 0);
    CHECK(host[0].hi_speed == 77);
    CHECK(pvm_tasks(0, &count, &task) == 0);
    CHECK(count == 1 && task[0].ti_tid == pvm_mytid() && strcmp(task[0].ti_a_out, "known") == 0);
    CHECK(pvm_spawn("role_child", arguments, PvmTaskDefault, "", tasks, tids) == tasks);
    CHECK(pvm_notify(PvmTaskExit, ended, tasks, tids) == 0);
    check_children(tids);
    for (i = 0; i < tasks; ++i)
        notice ^= received_int(-1, ended);
    CHECK(notice == (tids[0] ^ tids[1]));
    CHECK(pvm_spawn("no_such_program", arguments, PvmTaskDefault, "", 1, tids) == 0 && tids[0] == PvmNoFile);
    /* The manager ends when this message has come. */
    send_int(received_int(-1, last), last, 0);
    CHECK(write(manager_waits, "", 1) == 1);
    return 0;
}

static int use_without_manager(void) {
    int hosts;
    struct pvmhostinfo* host;
    CHECK(pvm_config(&hosts, NULL, &host) == 0 && strcmp(host[0].hi_name, "invented") != 0);
    pvm_exit();
    return 0;
}

/* ---- the manager */

static int client, watched[tasks], watched_count, notice_tag, notice_context;

static void copy_texts(const char* replaced) {
    int count, i;
    char text[text_bytes];
    CHECK(pvm_upkint(&count, 1, 1) == 0 && pvm_pkint(&count, 1, 1) == 0);
    for (i = 0; i < count; ++i) {
        CHECK(pvm_upkstr(text) == 0);
        CHECK(pvm_pkstr(replaced ? (char*)replaced : text) == 0);
    }
}

/* SM_SPAWN becomes SM_EXEC for the daemon, with another argument. Its SM_EXECACK becomes the answer. */
static void spawn(struct pvmminfo* request) {
    char program[text_bytes], where[text_bytes];
    int flags, count, settings[6], results[most + 1];
    CHECK(pvm_unpackf("%s %d %s %d", program, &flags, where, &count) == 0);
    CHECK(pvm_initsend(PvmDataDefault) > 0);
    CHECK(pvm_packf("%d %s %d %d", client, program, flags, count) == 0);
    copy_texts("managed");
    CHECK(pvm_upkint(settings, 6, 1) == 0 && pvm_pkint(settings, 6, 1) == 0);
    copy_texts(NULL);
    results[0] = 0;
    results[1] = count;
    CHECK(pvm_pkint(results, 2, 1) == 0); /* as the library of the original: instance and number */
    pvm_setminfo(pvm_getsbuf(), request);
    CHECK(pvm_send(pvm_tidtohost(pvm_mytid()) | TIDPVMD, SM_EXEC) == 0);
    CHECK(pvm_recv(-1, SM_EXECACK) > 0);
    CHECK(pvm_upkint(results, 1, 1) == 0 && results[0] == count && pvm_upkint(results + 1, count, 1) == 0);
    CHECK(pvm_initsend(PvmDataDefault) > 0 && pvm_pkint(results, count + 1, 1) == 0);
}

static void take_notify(void) {
    int kind, count;
    CHECK(pvm_unpackf("%d %d %d %d", &kind, &notice_context, &notice_tag, &count) == 0);
    CHECK(kind == PvmTaskExit && count == tasks && pvm_upkint(watched, count, 1) == 0);
    watched_count = count;
}

static void notice(int tid) {
    int i;
    for (i = 0; i < watched_count; ++i)
        if (watched[i] == tid) send_int(client, notice_tag, tid);
}

/* Returns if the message has an answer. */
static int handle(int tag, struct pvmminfo* request) {
    int tid;
    switch (tag) {
        case SM_CONFIG:
            CHECK(pvm_initsend(PvmDataDefault) > 0);
            CHECK(pvm_packf("%d %d %d %s %s %d %d", 1, 1, invented_host, "invented", "LINUX64", 77, 0) == 0);
            return 1;
        case SM_TASK:
            CHECK(pvm_initsend(PvmDataDefault) > 0);
            CHECK(pvm_packf("%d %d %d %d %d %s %d", 0, client, 0, invented_host, 4, "known", 1) == 0);
            return 1;
        case SM_SPAWN:
            spawn(request);
            return 1;
        case SM_NOTIFY:
            take_notify();
            return 0;
        case SM_TASKX:
            CHECK(pvm_upkint(&tid, 1, 1) == 0);
            notice(tid);
            return 0;
        default:
            CHECK(tag == SM_EXECACK); /* the client has enrolled */
            return 0;
    }
}

/* Until the ends of both tasks and the failing spawn have been handled. */
static void manage(void) {
    int spawns = 0, ends = 0;
    while (spawns < 2 || ends < tasks) {
        struct pvmminfo request;
        int tag, source, buffer = pvm_recv(-1, -1);
        CHECK(buffer > 0 && pvm_bufinfo(buffer, NULL, &tag, &source) == 0 && pvm_getminfo(buffer, &request) == 0);
        if (tag == SM_CONFIG) client = source;
        spawns += tag == SM_SPAWN;
        ends += tag == SM_TASKX;
        if (!handle(tag, &request)) continue;
        pvm_setminfo(pvm_getsbuf(), &request);
        CHECK(pvm_send(client, tag) == 0);
    }
}

int main(void) {
    int ready[2], done[2], status;
    char byte = 0;
    pid_t other;
    struct pvmhostinfo* host = NULL;
    CHECK(pipe(ready) == 0 && pipe(done) == 0);
    other = fork();
    CHECK(other >= 0);
    if (other == 0) {
        CHECK(read(ready[0], &byte, 1) == 1);
        use(done[1]);
        CHECK(read(ready[0], &byte, 1) == 1);
        return use_without_manager();
    }
    CHECK(is_first_task());
    pvm_setopt(PvmResvTids, 1);
    CHECK(pvm_reg_rm(&host) == PvmOk && host && pvm_tidtohost(pvm_mytid()) == host->hi_tid);
    CHECK(write(ready[1], &byte, 1) == 1);
    manage();
    send_int(client, last, pvm_mytid());
    CHECK(pvm_recv(client, last) > 0);
    CHECK(read(done[0], &byte, 1) == 1);
    pvm_exit();
    CHECK(write(ready[1], &byte, 1) == 1);
    CHECK(waitpid(other, &status, 0) == other && status == 0);
    return 0;
}
