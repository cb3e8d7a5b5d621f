/* Return codes of spawns, signals, notify, and the calls about tasks and hosts. */
#include <signal.h>

#include "codes.h"

#define DEAD 0x4fff0
#define PROGRAM (char*)"codes_child"

static int tids[8];
static char* wait_for_99[] = {(char*)"wait", NULL};

static int received(int tag, int seconds) {
    struct timeval limit = {0, 0};
    limit.tv_sec = seconds;
    return pvm_trecv(-1, tag, &limit) > 0;
}

static void end_task(int tid) {
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, 99);
}

/* Waits until pvm_pstat says that the task has ended. */
static int has_ended(int tid) {
    int i, old = pvm_setopt(PvmAutoErr, 0), status = PvmOk;
    for (i = 0; i < 100 * HANG_S && status == PvmOk; ++i) {
        status = pvm_pstat(tid);
        if (status == PvmOk) usleep(10000);
    }
    pvm_setopt(PvmAutoErr, old);
    return status;
}

static void spawns(void) {
    char *bad_host = (char*)"no-such-host", *own[4], tid[16];
    int values[4] = {0}, i;
    CODE("spawn of no program", pvm_spawn((char*)"no_such_program", NULL, 0, (char*)"", 2, tids));
    CODE("spawn of no program, tid 0", tids[0]);
    CODE("spawn of no program, tid 1", tids[1]);
    CODE("spawn of 0 tasks", pvm_spawn(PROGRAM, NULL, 0, (char*)"", 0, tids));
    CODE("spawn of -1 tasks", pvm_spawn(PROGRAM, NULL, 0, (char*)"", -1, tids));
    tids[0] = 0;
    CODE("spawn on no host", pvm_spawn(PROGRAM, wait_for_99, PvmTaskHost, bad_host, 1, tids));
    CODE("spawn on no host, tid", tids[0]);
    CODE("spawn on no architecture", pvm_spawn(PROGRAM, wait_for_99, PvmTaskArch, (char*)"VAX", 1, tids));
    CODE("spawn on no architecture, tid", tids[0]);
    tids[0] = 0;
    CODE("spawn on a host without a name", pvm_spawn(PROGRAM, wait_for_99, PvmTaskHost, (char*)"", 1, tids));
    CODE("spawn on a host without a name, tid", tids[0]);
    tids[0] = 0;
    CODE("spawn on an architecture without a name", pvm_spawn(PROGRAM, wait_for_99, PvmTaskArch, NULL, 1, tids));
    CODE("spawn on an architecture without a name, tid", tids[0]);
    CODE("spawn on no other host", pvm_spawn(PROGRAM, wait_for_99, PvmTaskHost | PvmHostCompl, (char*)".", 1, tids));
    CODE("spawn on no other host, tid", tids[0]);
    CODE("spawn by an absolute path that is not there",
         pvm_spawn((char*)"/no/such/program", NULL, 0, (char*)"", 1, tids));
    CODE("spawn by an absolute path, tid", tids[0]);
    CODE("spawn without a list", pvm_spawn((char*)"no_such_program", NULL, 0, (char*)"", 1, NULL));
    CODE("spawn on this host", pvm_spawn(PROGRAM, wait_for_99, PvmTaskHost, (char*)".", 1, tids));
    CODE("its tid", tids[0] > 0 && pvm_tidtohost(tids[0]) == pvm_tidtohost(pvm_mytid()));
    end_task(tids[0]);
    CODE("spawn on this architecture", pvm_spawn(PROGRAM, wait_for_99, PvmTaskArch, (char*)"LINUX64", 1, tids));
    end_task(tids[0]);
    CODE("spawn with no place", pvm_spawn(PROGRAM, wait_for_99, PvmTaskDefault, NULL, 1, tids));
    end_task(tids[0]);
    sprintf(tid, "%d", pvm_mytid());
    own[0] = (char*)"tell", own[1] = tid, own[2] = (char*)"more", own[3] = NULL;
    pvm_setcontext(777);
    CODE("spawn of 2", pvm_spawn(PROGRAM, own, 0, (char*)"", 2, tids));
    pvm_setcontext(0);
    CODE("they send in their context", received(98, 1));
    pvm_setcontext(777);
    CODE("which is that of the spawn", received(98, HANG_S) && received(98, HANG_S));
    pvm_upkint(values, 4, 1);
    CODE("their parent", values[0] == pvm_mytid());
    CODE("their siblings", values[1]);
    CODE("their context", values[2]);
    CODE("their arguments", values[3]);
    for (i = 0; i < 2; ++i)
        end_task(tids[i]);
    pvm_setcontext(0);
    CODE("spawn without a parent", pvm_spawn(PROGRAM, own, PvmNoSpawnParent, (char*)"", 1, tids));
    received(98, HANG_S);
    pvm_upkint(values, 4, 1);
    CODE("parent that is not set", values[0]);
    CODE("siblings of it", values[1]);
    end_task(tids[0]);
}

static void forwarding(void) {
    struct pvmminfo info;
    int value = 5, got = 0, bytes = 0, tag = 0, tid = 0;
    pvm_spawn(PROGRAM, (char*[]){(char*)"forward", NULL}, 0, (char*)"", 1, tids);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    pvm_send(tids[0], 96);
    CODE("a message that was sent on", received(98, HANG_S));
    pvm_bufinfo(pvm_getrbuf(), &bytes, &tag, &tid);
    CODE("it comes from the task that has sent it on", tid == tids[0]);
    CODE("its value is the first sender's", pvm_upkint(&got, 1, 1) + got);
    end_task(tids[0]);
    pvm_initsend(PvmDataDefault);
    memset(&info, 0, sizeof info);
    pvm_getminfo(pvm_getsbuf(), &info);
    info.src = 0x40fff;
    CODE("setminfo of the source", pvm_setminfo(pvm_getsbuf(), &info));
    pvm_send(pvm_mytid(), 95);
    received(95, HANG_S);
    pvm_bufinfo(pvm_getrbuf(), &bytes, &tag, &tid);
    CODE("the source that was set", tid == 0x40fff);
}

/* What a task finds when it starts: start() of codes_child.c. */
static void started_tasks(void) {
    int results[7] = {-1, -1, -1, -1, -1, -1, -1};
    char* arguments[] = {(char*)"start", NULL};
    setenv("CODES_EXPORTED", "1", 1);
    setenv("CODES_NOT_EXPORTED", "1", 1);
    pvm_export((char*)"CODES_EXPORTED");
    CODE("spawn in a folder", pvm_spawn(PROGRAM, arguments, PvmTaskDefault, (char*)":/", 1, tids));
    received(98, HANG_S);
    pvm_upkint(results, 7, 1);
    CODE("it starts in the folder", results[0]);
    CODE("it has an exported variable", results[1]);
    CODE("it has another variable of its parent", results[2]);
    CODE("it has the list of exported variables", results[3]);
    CODE("it has the variables of a spawned task", results[4]);
    CODE("its first argument is a path", results[5]);
    CODE("its standard input is empty", results[6]);
    end_task(tids[0]);
    pvm_unexport((char*)"CODES_EXPORTED");
    CODE("spawn in a folder of this host", pvm_spawn(PROGRAM, arguments, PvmTaskHost, (char*)".:/", 1, tids));
    received(98, HANG_S);
    pvm_upkint(results, 7, 1);
    CODE("it starts in the folder too", results[0]);
    CODE("it has a variable that is not exported any more", results[1]);
    end_task(tids[0]);
}

static void context_of_another_task(void) {
    int context = pvm_newcontext(), got = 99;
    char number[16], *arguments[] = {(char*)"free", number, NULL};
    sprintf(number, "%d", context);
    pvm_spawn(PROGRAM, arguments, PvmTaskDefault, (char*)"", 1, tids);
    received(98, HANG_S);
    pvm_upkint(&got, 1, 1);
    CODE("freecontext of a context of the parent", got);
    CODE("freecontext by the parent", pvm_freecontext(context));
    end_task(tids[0]);
}

static void copies(void) {
    int receivers[3], got = -1;
    pvm_spawn(PROGRAM, (char*[]){(char*)"count", NULL}, PvmTaskDefault, (char*)"", 1, tids);
    receivers[0] = receivers[2] = tids[0];
    receivers[1] = pvm_mytid();
    pvm_initsend(PvmDataDefault);
    CODE("mcast to a task twice", pvm_mcast(receivers, 3, 96));
    pvm_send(tids[0], 97);
    received(98, HANG_S);
    pvm_upkint(&got, 1, 1);
    CODE("copies that it gets", got);
    end_task(tids[0]);
}

static void states(void) {
    struct pvmtaskinfo* list;
    int count = 0;
    char tid[16];
    CODE("pstat of this task", pvm_pstat(pvm_mytid()));
    CODE("pstat of a dead task", pvm_pstat(DEAD));
    CODE("pstat of 0", pvm_pstat(0));
    CODE("pstat of -1", pvm_pstat(-1));
    CODE("pstat of a host", pvm_pstat(pvm_tidtohost(pvm_mytid())));
    CODE("kill of a dead task", pvm_kill(DEAD));
    CODE("kill of 0", pvm_kill(0));
    CODE("kill of -1", pvm_kill(-1));
    CODE("sendsig to a dead task", pvm_sendsig(DEAD, SIGTERM));
    CODE("sendsig to 0", pvm_sendsig(0, SIGTERM));
    sprintf(tid, "%d", pvm_mytid());
    pvm_spawn(PROGRAM, (char*[]){(char*)"tell", tid, NULL}, 0, (char*)"", 1, tids);
    received(98, HANG_S);
    CODE("pstat of a child", pvm_pstat(tids[0]));
    CODE("sendsig 0 to a child", pvm_sendsig(tids[0], 0));
    CODE("sendsig 999 to a child", pvm_sendsig(tids[0], 999));
    CODE("tasks of a task", pvm_tasks(tids[0], &count, &list));
    CODE("tasks of a task, count", count);
    CODE("tasks of a task, tid", list[0].ti_tid == tids[0]);
    CODE("tasks of a task, parent", list[0].ti_ptid == pvm_mytid());
    CODE("tasks of a task, host", list[0].ti_host);
    CODE("tasks of a task, flag", list[0].ti_flag & 4);
    CODE("tasks of a task, name", strcmp(list[0].ti_a_out, "codes_child") == 0);
    CODE("tasks of a task, pid", list[0].ti_pid > 1);
    CODE("kill of a child", pvm_kill(tids[0]));
    CODE("it has ended", has_ended(tids[0]));
    CODE("kill of it again", pvm_kill(tids[0]));
    CODE("tasks of a dead task", pvm_tasks(DEAD, &count, &list));
    CODE("tasks of a dead task, count", count);
    CODE("tasks of all", pvm_tasks(0, &count, &list));
    CODE("tasks of this host", pvm_tasks(pvm_tidtohost(pvm_mytid()), &count, &list));
    CODE("tasks of no host", pvm_tasks(0x800000, &count, &list));
    CODE("tasks of -1", pvm_tasks(-1, &count, &list));
    CODE("tasks of 5", pvm_tasks(5, &count, &list));
    CODE("tasks of this task", pvm_tasks(pvm_mytid(), &count, &list));
    CODE("tasks of this task, name is empty", list[0].ti_a_out[0] == 0);
    CODE("tasks of this task, parent", list[0].ti_ptid);
    CODE("tasks of this task, flag", list[0].ti_flag);
}

static void notices(void) {
    int dead[2] = {DEAD, DEAD + 1}, got = 0, bytes = 0, tag = 0, tid = 0, host = 0x40000, no_host = 0x800000, none = -1;
    int self = pvm_mytid(), nothing = 0, i;
    CODE("notify of kind 0", pvm_notify(0, 50, 1, dead));
    CODE("notify of kind 77", pvm_notify(77, 50, 1, dead));
    CODE("notify of -1 tasks", pvm_notify(PvmTaskExit, 50, -1, dead));
    CODE("notify of 0 tasks", pvm_notify(PvmTaskExit, 50, 0, dead));
    CODE("notify with tag -1", pvm_notify(PvmTaskExit, -1, 1, dead));
    CODE("notify of dead tasks", pvm_notify(PvmTaskExit, 50, 2, dead));
    CODE("it comes at once", received(50, HANG_S));
    pvm_bufinfo(pvm_getrbuf(), &bytes, &tag, &tid);
    CODE("notify bytes", bytes);
    CODE("notify source", tid);
    CODE("notify body", pvm_upkint(&got, 1, 1));
    CODE("notify body value", got == DEAD || got == DEAD + 1);
    CODE("the other one", received(50, HANG_S));
    pvm_spawn(PROGRAM, wait_for_99, 0, (char*)"", 3, tids);
    CODE("notify of a child", pvm_notify(PvmTaskExit, 51, 1, tids));
    CODE("notify of it again", pvm_notify(PvmTaskExit, 51, 1, tids));
    CODE("no notice while it runs", pvm_nrecv(-1, 51));
    end_task(tids[0]);
    CODE("notice of pvm_exit", received(51, HANG_S));
    CODE("and of the second request", received(51, HANG_S));
    CODE("no third", received(51, 0));
    pvm_notify(PvmTaskExit, 52, 1, tids + 1);
    pvm_kill(tids[1]);
    CODE("notice of a kill", received(52, HANG_S));
    for (i = 0; i < 2; ++i)
        pvm_notify(PvmTaskExit, 61, 1, tids + 2);
    CODE("notify cancel of one of two requests", pvm_notify(PvmTaskExit | PvmNotifyCancel, 61, 1, tids + 2));
    CODE("its notice comes", received(61, HANG_S));
    CODE("no notice of the other request", received(61, 0));
    pvm_notify(PvmTaskExit, 53, 1, tids + 2);
    CODE("notify cancel", pvm_notify(PvmTaskExit | PvmNotifyCancel, 53, 1, tids + 2));
    CODE("the pending notice comes", received(53, HANG_S));
    end_task(tids[2]);
    CODE("the notice of the other request", received(61, HANG_S));
    CODE("no notice after cancel", received(53, 1));
    CODE("notify cancel of nothing", pvm_notify(PvmTaskExit | PvmNotifyCancel, 54, 1, dead));
    CODE("no notice of that", received(54, 0));
    CODE("notify of a host", pvm_notify(PvmHostDelete, 55, 1, &host));
    CODE("no notice while it is there", pvm_nrecv(-1, 55));
    CODE("notify cancel of a host", pvm_notify(PvmHostDelete | PvmNotifyCancel, 55, 1, &host));
    CODE("the notice of the host", received(55, HANG_S));
    pvm_notify(PvmHostDelete, 62, 1, &self);
    CODE("notify cancel of a host by another tid", pvm_notify(PvmHostDelete | PvmNotifyCancel, 62, 1, &host));
    CODE("its notice comes too", received(62, HANG_S));
    pvm_upkint(&got, 1, 1);
    CODE("its tid is that of the request", got == self);
    CODE("notify of host 0", pvm_notify(PvmHostDelete, 63, 1, &nothing));
    CODE("the notice of host 0", received(63, HANG_S));
    CODE("notify of no host", pvm_notify(PvmHostDelete, 56, 1, &no_host));
    CODE("the notice of no host", received(56, HANG_S));
    CODE("notify of new hosts", pvm_notify(PvmHostAdd, 57, -1, NULL));
    CODE("notify of new hosts off", pvm_notify(PvmHostAdd, 57, 0, NULL));
    CODE("notify of -2 new hosts", pvm_notify(PvmHostAdd, 57, -2, NULL));
    pvm_notify(PvmHostAdd, 57, 0, NULL);
    CODE("notify of routes", pvm_notify(PvmRouteAdd, 58, -1, &none));
    CODE("notify of routes off", pvm_notify(PvmRouteAdd, 58, 0, &none));
    CODE("notify of lost routes", pvm_notify(PvmRouteDelete, 58, 1, &none));
    CODE("notify of the route to no task", pvm_notify(PvmRouteDelete, 60, 1, dead));
    CODE("the notice of it", received(60, HANG_S));
    pvm_spawn(PROGRAM, (char*[]){(char*)"return", NULL}, 0, (char*)"", 1, tids);
    pvm_notify(PvmTaskExit, 59, 1, tids);
    CODE("notice of a return", received(59, HANG_S));
}

/* Waits if the daemon has not answered for 2 s, as on a busy computer. */
static void wait_for_daemon(char* name) {
    int i, old = pvm_setopt(PvmAutoErr, 0);
    for (i = 0; i < 10 * HANG_S && pvm_mstat(name) == PvmHostFail; ++i)
        usleep(100000);
    pvm_setopt(PvmAutoErr, old);
}

static void hosts(void) {
    struct pvmhostinfo* list;
    struct timeval clock, difference;
    int count = 0, architectures = 0, info = 0;
    char* name;
    char *bad = (char*)"no-such-host.invalid", *first = (char*)".";
    CODE("config", pvm_config(&count, &architectures, &list));
    CODE("config hosts", count);
    CODE("config architectures", architectures);
    CODE("config tid", list[0].hi_tid);
    CODE("config speed", list[0].hi_speed);
    CODE("config signature", list[0].hi_dsig);
    CODE("config architecture", strcmp(list[0].hi_arch, "LINUX64") == 0);
    name = strdup(list[0].hi_name); /* the list is valid until the next call */
    CODE("config without places", pvm_config(NULL, NULL, NULL));
    wait_for_daemon(name);
    CODE("mstat of this host", pvm_mstat(name));
    CODE("mstat of the own host", pvm_mstat((char*)"."));
    CODE("mstat of no host", pvm_mstat(bad));
    CODE("mstat of an empty name", pvm_mstat((char*)""));
    CODE("hostsync", pvm_hostsync(pvm_tidtohost(pvm_mytid()), &clock, &difference));
    CODE("hostsync of no host", pvm_hostsync(0x800000, &clock, &difference));
    CODE("addhosts of 0", pvm_addhosts(&bad, 0, &info));
    CODE("addhosts of -1", pvm_addhosts(&bad, -1, &info));
    CODE("addhosts of this one", pvm_addhosts(&name, 1, &info));
    CODE("addhosts of this one, code", info);
    CODE("addhosts of no host", pvm_addhosts(&bad, 1, &info));
    CODE("addhosts of no host, code", info);
    CODE("delhosts of 0", pvm_delhosts(&bad, 0, &info));
    CODE("delhosts of no host", pvm_delhosts(&bad, 1, &info));
    CODE("delhosts of no host, code", info);
    CODE("delhosts of the first host", pvm_delhosts(&first, 1, &info));
    CODE("delhosts of the first host, code", info);
    CODE("delhosts without a list of codes", pvm_delhosts(&bad, 1, NULL));
    CODE("export", pvm_export((char*)"A_VARIABLE"));
    CODE("unexport", pvm_unexport((char*)"A_VARIABLE"));
    CODE("unexport of another", pvm_unexport((char*)"NONE"));
    CODE("export empty", pvm_export((char*)""));
    CODE("start_pvmd", pvm_start_pvmd(0, NULL, 0));
}

int main(void) {
    begin_codes();
    CODE("spawn enrols", pvm_spawn((char*)"no_such_program", NULL, 0, (char*)"", 1, tids));
    spawns();
    started_tasks();
    context_of_another_task();
    copies();
    forwarding();
    states();
    notices();
    hosts();
    pvm_exit();
    return 0;
}
