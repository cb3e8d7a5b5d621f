/* Return codes of registration, pvm_tickle, pvm_getnoresets and the trace masks. */
#include "codes.h"
/* The original's headers need pvm3.h before them. */
#include "pvmproto.h"
#include "pvmtev.h"

#define DAEMON ((int)0x80000000)

static int entries_of(const char* name) {
    int count = 0;
    struct pvmmboxinfo* entries;
    if (pvm_getmboxinfo((char*)name, &count, &entries) < 0 || count != 1) return 0;
    return entries[0].mi_nentries * 100 + entries[0].mi_flags[0];
}

static int own_flags(void) {
    struct pvmtaskinfo* list;
    int count = 0;
    if (pvm_tasks(pvm_mytid(), &count, &list) < 0 || count != 1) return -1000;
    return list[0].ti_flag;
}

static void registration(void) {
    struct pvmhostinfo* host = NULL;
    Pvmtmask mask;
    TEV_MASK_INIT(mask);
    CODE("reg_tasker", pvm_reg_tasker());
    CODE("entries of the tasker", entries_of(PVMTASKERCLASS));
    CODE("flags of the tasker", own_flags());
    CODE("reg_tasker again", pvm_reg_tasker());
    CODE("flags without the tasker", own_flags());
    CODE("entries without the tasker", entries_of(PVMTASKERCLASS));
    CODE("reg_hoster", pvm_reg_hoster());
    CODE("entries of the hoster", entries_of(PVMHOSTERCLASS));
    CODE("flags of the hoster", own_flags());
    CODE("reg_hoster again", pvm_reg_hoster());
    CODE("reg_tracer", pvm_reg_tracer(1, 2, 3, 4, mask, 0, PvmTraceFull));
    CODE("entries of the tracer", entries_of(PVMTRACERCLASS));
    CODE("flags of the tracer", own_flags());
    CODE("reg_tracer again", pvm_reg_tracer(1, 2, 3, 4, mask, 0, PvmTraceFull));
    CODE("reg_rm", pvm_reg_rm(&host));
    CODE("flags of the manager", own_flags() & 0x104);
    CODE("reg_rm host", host && host->hi_tid == pvm_tidtohost(pvm_mytid()));
    CODE("entries of the manager", entries_of(PVMRMCLASS));
    CODE("reg_rm without a place", pvm_reg_rm(NULL) == pvm_mytid());
}

static void to_daemons(void) {
    int value = 1;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&value, 1, 1);
    CODE("send to a daemon", pvm_send(DAEMON, SM_TASKX));
    CODE("setopt reserved tids", pvm_setopt(PvmResvTids, 1));
    CODE("send to a daemon with reserved tids", pvm_send(DAEMON, SM_TASKX));
    CODE("send with a reserved tag to itself", sent_to_self(SM_TASKX) > 0);
    CODE("notify with a reserved tag", pvm_notify(PvmHostAdd, SM_HOSTX, 0, NULL));
}

static void tickles(void) {
    int arguments[11] = {5, 0}, results[10] = {7}, count = -1;
    CODE("tickle", pvm_tickle(1, arguments, &count, results));
    CODE("tickle results", count);
    CODE("tickle debug mask", results[0]);
    CODE("tickle without places", pvm_tickle(1, arguments, NULL, NULL));
    arguments[0] = 6;
    arguments[1] = 0;
    CODE("tickle without results", pvm_tickle(2, arguments, &count, results));
    CODE("tickle no results", count);
    CODE("tickle of 0", pvm_tickle(0, arguments, &count, results));
    CODE("tickle of 11", pvm_tickle(11, arguments, &count, results));
}

static void no_resets(void) {
    int *tids = NULL, count = -1;
    CODE("getnoresets", pvm_getnoresets(&tids, &count));
    CODE("getnoresets none", count);
    CODE("setopt NoReset", pvm_setopt(PvmNoReset, 1));
    CODE("entries without reset", entries_of(PVMNORESETCLASS));
    CODE("getnoresets of one", pvm_getnoresets(&tids, &count));
    CODE("getnoresets count", count);
    CODE("getnoresets tid", count == 1 && tids[0] == pvm_mytid());
    CODE("getnoresets without places", pvm_getnoresets(NULL, NULL));
    CODE("setopt NoReset off", pvm_setopt(PvmNoReset, 0));
    CODE("entries with reset", entries_of(PVMNORESETCLASS));
}

static void masks(void) {
    Pvmtmask mask, other;
    TEV_MASK_INIT(mask);
    CODE("gettmask", pvm_gettmask(PvmTaskSelf, other));
    CODE("gettmask is empty", strcmp(mask, other) == 0);
    TEV_MASK_SET(mask, TEV_SEND);
    CODE("settmask", pvm_settmask(PvmTaskChild, mask));
    CODE("gettmask of children", pvm_gettmask(PvmTaskChild, other));
    CODE("gettmask has the event", TEV_MASK_CHECK(other, TEV_SEND) != 0);
    CODE("gettmask of nobody", pvm_gettmask(7, other));
    CODE("settmask of nobody", pvm_settmask(7, mask));
}

int main(void) {
    begin_codes();
    CODE("getnoresets enrols", pvm_getnoresets(NULL, NULL));
    tickles();
    no_resets();
    masks();
    registration();
    to_daemons();
    pvm_exit();
    return 0;
}
