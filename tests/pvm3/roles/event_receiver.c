/* The tracer of a task that it spawns: the events come in order, the first of each kind describes itself, and the end
   of the task comes last. With the argument "time" the task sends times instead of events. */
#include <string.h>

#include "role.h"
/* The original's header needs pvm3.h before it. */
#include <pvmtev.h>

enum { trace_tag = 666, sends = 3, most = 64 };

struct seen {
    int mark, event;
};

static void be_traced(void) {
    int i, numbers[2] = {1, 2};
    for (i = 0; i < sends; ++i)
        send_int(pvm_parent(), 1, i);
    CHECK(pvm_initsend(PvmDataTrace) > 0);
    CHECK(pvm_pkint(numbers, 2, 1) == 0 && pvm_pkstr((char*)"text") == 0);
    CHECK(pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE) == 0);
    CHECK(pvm_nrecv(-1, 5) == 0); /* not selected */
    pvm_exit();
}

static struct seen next_event(int* source) {
    struct seen event = {0, 0};
    int buffer = pvm_recv(-1, trace_tag);
    CHECK(buffer > 0 && pvm_bufinfo(buffer, NULL, NULL, source) == 0);
    CHECK(pvm_upkint(&event.mark, 1, 1) == 0 && pvm_upkint(&event.event, 1, 1) == 0);
    return event;
}

/* The value of an integer that describes itself. */
static int described(int meaning) {
    int head[2], value;
    CHECK(pvm_upkint(head, 2, 1) == 0 && head[0] == meaning && head[1] == TEV_DATA_INT);
    CHECK(pvm_upkint(&value, 1, 1) == 0);
    return value;
}

static void check_description(const char* expected, int task) {
    char name[100];
    CHECK(pvm_upkstr(name) == 0 && strcmp(name, expected) == 0);
    CHECK(described(TEV_DID_TS) > 1000000000);
    described(TEV_DID_TU);
    CHECK(described(TEV_DID_TID) == task);
}

static void check_start(int task) {
    int source, named = 0, described_spawn = 0;
    struct seen event = next_event(&source);
    CHECK(event.mark == TEV_MARK_DATA_ID && event.event == 0);
    while (named < 2) { /* the task and its spawn, in any order */
        event = next_event(&source);
        CHECK(event.mark == TEV_MARK_EVENT_DESC);
        if (event.event == TEV_SPNTASK) described_spawn = 1;
        check_description(event.event == TEV_SPNTASK ? "spntask" : "newtask", task);
        CHECK(described(TEV_DID_PT) == pvm_mytid());
        ++named;
    }
    CHECK(described_spawn);
}

static void check_sends(int task) {
    int i, source;
    for (i = 0; i < sends; ++i) {
        struct seen begin = next_event(&source), end;
        CHECK(source == task && begin.event == (TEV_SEND | TEV_EVENT_ENTRY));
        CHECK(begin.mark == (i == 0 ? TEV_MARK_EVENT_DESC : TEV_MARK_EVENT_RECORD));
        if (i == 0) {
            check_description("send", task);
            described(TEV_DID_MNB);
            CHECK(described(TEV_DID_DST) == pvm_mytid() && described(TEV_DID_MC) == 1);
        } else {
            int facts[7];
            CHECK(pvm_upkint(facts, 7, 1) == 0 && facts[2] == task && facts[4] == pvm_mytid() && facts[5] == 1);
        }
        end = next_event(&source);
        CHECK(end.event == (TEV_SEND | TEV_EVENT_EXIT));
    }
}

static void check_user_event(void) {
    int source, head[2], numbers[2];
    char name[100], text[4];
    struct seen event;
    do
        event = next_event(&source); /* also the send of the event */
    while (event.mark != TEV_MARK_USER_EVENT_RECORD);
    CHECK(event.event == TEV_USER_DEFINED && pvm_upkstr(name) == 0 && strcmp(name, "user_defined") == 0);
    CHECK(pvm_upkint(head, 2, 1) == 0); /* time */
    CHECK(pvm_upkint(head, 2, 1) == 0 && head[0] == (TEV_DATA_INT | TEV_DATA_ARRAY) && head[1] == 2);
    CHECK(pvm_upkint(numbers, 2, 1) == 0 && numbers[0] == 1 && numbers[1] == 2);
    CHECK(pvm_upkint(head, 2, 1) == 0 && head[0] == (TEV_DATA_BYTE | TEV_DATA_ARRAY) && head[1] == 4);
    CHECK(pvm_upkbyte(text, 4, 1) == 0 && memcmp(text, "text", 4) == 0);
    CHECK(pvm_upkint(head, 1, 1) == 0 && head[0] == TEV_MARK_USER_EVENT_RECORD_END);
}

static void check_times(int task) {
    int source, head[3];
    char name[100];
    struct seen event = next_event(&source);
    if (event.mark == TEV_MARK_USER_EVENT_RECORD) event = next_event(&source);
    CHECK(source == task && event.mark == TEV_MARK_EVENT_DESC && event.event == TEV_TIMING);
    check_description("timing", task);
    CHECK(described(TEV_DID_VCT) == 1);
    CHECK(pvm_upkint(head, 3, 1) == 0 && head[0] == TEV_DID_VID && head[2] == 1);
    CHECK(pvm_upkstr(name) == 0 && strcmp(name, "send") == 0);
}

static void check_end(int task) {
    int source;
    struct seen event;
    do
        event = next_event(&source);
    while (event.event != TEV_ENDTASK);
    check_description("endtask", task);
    CHECK(pvm_nrecv(-1, trace_tag) == 0);
}

int main(int count, char** arguments) {
    int with_times = count > 1, task;
    Pvmtmask mask;
    if (!is_first_task()) {
        be_traced();
        return 0;
    }
    TEV_MASK_INIT(mask);
    TEV_MASK_SET(mask, TEV_SEND);
    TEV_MASK_SET(mask, TEV_USER_DEFINED);
    CHECK(pvm_reg_tracer(0, trace_tag, 0, 0, mask, 0, with_times ? PvmTraceTime : PvmTraceFull) == PvmOk);
    CHECK(pvm_spawn((char*)"event_receiver", NULL, PvmTaskDefault, (char*)"", 1, &task) == 1);
    check_start(task);
    if (with_times) {
        check_times(task);
    } else {
        check_sends(task);
        check_user_event();
    }
    check_end(task);
    pvm_exit();
    return 0;
}
