/* The tasks of a collector. */
#include "libnet/pvm3/trace_files/trace_files.h"

TRC_TEVTASK trc_create_tevtask(void) {
    TRC_TEVTASK task = banyan_trc_memory(sizeof *task, "task of a trace");
    task->tid = task->tevstatus = task->outstatus = task->tevsize = -1;
    return task;
}

void trc_free_tevtask(TRC_TEVTASK* task) {
    if (!task || !*task) return;
    free((*task)->tevlist);
    free((*task)->output);
    free(*task);
    *task = NULL;
}

/* Nothing more is expected from it. A task without an output collector never sends the end of its output. */
static int has_ended(TRC_TEVTASK task) {
    return task->tevstatus == TRC_TASK_DEAD && (task->outstatus == TRC_TASK_EOF || task->outstatus == TRC_TASK_NOOUT);
}

/* The descriptions stay in TRC_TEVDESC_LIST, so that none of a file gets the index of another one. */
void trc_free_tevtask_list(TRC_TEVTASK* list) {
    TRC_TEVTASK* place = list;
    while (*place) {
        TRC_TEVTASK task = *place;
        if (has_ended(task)) {
            *place = task->next;
            trc_free_tevtask(&task);
            continue;
        }
        if (task->tevstatus != TRC_TASK_DEAD) task->tevstatus = TRC_TASK_WAITEND;
        if (task->outstatus != TRC_TASK_EOF) task->outstatus = TRC_TASK_WAITEOF;
        place = &task->next;
    }
}

TRC_TEVTASK trc_get_tevtask_tid(TRC_ID ID, int tid) {
    TRC_TEVTASK task = ID->tevtask_list;
    while (task && task->tid != tid)
        task = task->next;
    return task;
}

static int lives(TRC_TEVTASK task) {
    return task->tevstatus == TRC_TASK_ALIVE || task->outstatus == TRC_TASK_OUT;
}

int trc_tevtasks_alive(TRC_ID ID) {
    for (TRC_TEVTASK task = ID->tevtask_list; task; task = task->next)
        if (lives(task)) return TRC_TRUE;
    return TRC_FALSE;
}

int trc_tevtasks_dead(TRC_ID ID) {
    for (TRC_TEVTASK task = ID->tevtask_list; task; task = task->next)
        if (!has_ended(task)) return TRC_FALSE;
    return TRC_TRUE;
}

static int has_living_task(TRC_ID ID, int host) {
    for (TRC_TEVTASK task = ID->tevtask_list; task; task = task->next)
        if (lives(task) && pvm_tidtohost(task->tid) == host) return TRC_TRUE;
    return TRC_FALSE;
}

void trc_check_for_dead_host(TRC_ID ID, TRC_TEVTASK task) {
    TRC_HOST before;
    const int tid = pvm_tidtohost(task->tid);
    TRC_HOST host = trc_get_host_tid_last(tid, &before);
    if (!host || host->in_pvm != TRC_NOT_IN_PVM || has_living_task(ID, tid)) return;
    if (before)
        before->next = host->next;
    else
        TRC_HOST_LIST = host->next;
    trc_free_host(&host);
}

int banyan_trc_omits(TRC_ID ID, TRC_TEVTASK task) {
    return !ID->trace_out || (task && TRC_TASK_OMIT(task)) ? TRC_TRUE : TRC_FALSE;
}

TRC_TEVTASK banyan_trc_known_task(TRC_ID ID, int tid, int announce) {
    TRC_TEVTASK task = trc_get_tevtask_tid(ID, tid);
    if (task) return task;
    if (announce) {
        char text[256];
        snprintf(text, sizeof text, "Task TID=0x%x Connected to %s", (unsigned)tid, TRC_NAME ? TRC_NAME : "tracer");
        trc_status_msg(ID, text);
    }
    task = trc_create_tevtask();
    task->tid = tid;
    task->tevstatus = TRC_TASK_NOLIFE;
    task->outstatus = TRC_TASK_NOOUT;
    task->next = ID->tevtask_list;
    ID->tevtask_list = task;
    return task;
}

void banyan_trc_note_end(TRC_ID ID, TRC_TEVTASK task) {
    trc_check_for_dead_host(ID, task);
    if (!trc_tevtasks_alive(ID)) trc_end_trace(ID);
}

/* The text of a value of the event, "" without one. */
static const char* text_value(TRC_TEVREC record, const char* name) {
    const TRC_TEVREC found = trc_get_tevrec(record, name);
    if (!found || !found->value || found->num < 1) return "";
    if (found->ddesc->dt == TEV_DATA_STRING) return TRC_VALUE_OF(found->value, char*);
    return found->ddesc->dt == TEV_DATA_BYTE ? found->value : "";
}

static void note_begin(TRC_ID ID, TRC_TEVREC record, int tid) {
    const char* name = text_value(record, "TN");
    const int is_group_server = !ID->group_tasks && TRC_GROUPTASK(name);
    TRC_TEVTASK task = banyan_trc_known_task(ID, tid, !is_group_server);
    if (task->tevstatus == TRC_TASK_IGNORE) return;
    task->tevstatus = is_group_server ? TRC_TASK_IGNORE : TRC_TASK_ALIVE;
    if (!is_group_server) return;
    char text[256];
    snprintf(text, sizeof text, "Ignoring Task \"%s\"", name);
    trc_status_msg(ID, text);
}

static void note_death(TRC_ID ID, int tid, int omit) {
    TRC_TEVTASK task = trc_get_tevtask_tid(ID, tid);
    if (!task) {
        if (!omit) fprintf(stderr, "the end of task 0x%x, whose begin is unknown\n", (unsigned)tid);
        return;
    }
    const int lived = task->tevstatus == TRC_TASK_ALIVE;
    task->tevstatus = TRC_TASK_DEAD;
    if (lived) banyan_trc_note_end(ID, task);
}

void banyan_trc_note_tasks(TRC_ID ID, TRC_TEVDESC event, TRC_TEVREC record, int omit) {
    int tid;
    if (!banyan_trc_int_value(record, "TID", &tid)) return;
    const int begins = strcmp(event->name, "newtask") == 0 || strcmp(event->name, "spntask") == 0;
    if (begins && !omit) note_begin(ID, record, tid);
    if (strcmp(event->name, "endtask") == 0) note_death(ID, tid, omit);
}
