/* What the events of a trace tell about results: the task that it spawns makes calls, the first of which enrols it. */
#include <string.h>

#include "role.h"
/* The original's header needs pvm3.h before it. */
#include <pvmtev.h>

enum { trace_tag = 667, broadcast_tag = 9, most_values = 12, number = 42 };
#define GROUP ((char*)"traced")

/* `last`: of an array the last of its values. */
struct value {
    int meaning, count, last;
};

struct event {
    char name[100];
    int phase, count;
    struct value values[most_values];
};

/* The meanings that follow time and task; 0 = none. */
struct expected {
    const char* name;
    int phase, meanings[5];
};

static const struct expected all[] = {
    {"mytid", TEV_EVENT_ENTRY, {0}},
    {"mytid", TEV_EVENT_EXIT, {TEV_DID_MT}},
    {"config", TEV_EVENT_ENTRY, {0}},
    {"config", TEV_EVENT_EXIT, {TEV_DID_NH, TEV_DID_NA, TEV_DID_CC}},
    {"bufinfo", TEV_EVENT_ENTRY, {TEV_DID_MB}},
    {"bufinfo", TEV_EVENT_EXIT, {TEV_DID_CC, TEV_DID_INB, TEV_DID_IMC, TEV_DID_IST}},
    {"getfds", TEV_EVENT_ENTRY, {0}},
    {"getfds", TEV_EVENT_EXIT, {TEV_DID_CC, TEV_DID_FDS}},
    {"tasks", TEV_EVENT_ENTRY, {TEV_DID_TW}},
    {"tasks", TEV_EVENT_EXIT, {TEV_DID_CC, TEV_DID_TNT}},
    {"tickle", TEV_EVENT_ENTRY, {TEV_DID_TA}},
    {"tickle", TEV_EVENT_EXIT, {TEV_DID_CC, TEV_DID_TR}},
    {"bcast", TEV_EVENT_ENTRY, {TEV_DID_GN, TEV_DID_MC}},
    {"bcast", TEV_EVENT_EXIT, {TEV_DID_CC, TEV_DID_MDL}},
};

static void be_traced(void) {
    int buffer, value = number, bytes, tag, source, *descriptors, count, round_trip = 8, results[10], result_count;
    CHECK(pvm_config(NULL, NULL, NULL) == 0);
    CHECK((buffer = pvm_initsend(PvmDataDefault)) > 0 && pvm_pkint(&value, 1, 1) == 0);
    CHECK(pvm_bufinfo(buffer, &bytes, &tag, &source) == 0);
    CHECK(pvm_getfds(&descriptors) >= 1);
    CHECK(pvm_tasks(0, &count, NULL) == 0);
    CHECK(pvm_tickle(1, &round_trip, &result_count, results) == 0);
    CHECK(pvm_bcast(GROUP, broadcast_tag) == 0);
    pvm_exit();
}

static void read_value(struct value* value) {
    int type, i;
    char text[1000];
    CHECK(pvm_upkint(&type, 1, 1) == 0);
    value->count = 1;
    if ((type & TEV_DATA_ARRAY) != 0) CHECK(pvm_upkint(&value->count, 1, 1) == 0);
    type &= ~TEV_DATA_ARRAY;
    CHECK(type == TEV_DATA_INT || type == TEV_DATA_STRING);
    for (i = 0; i < value->count; ++i)
        CHECK((type == TEV_DATA_INT ? pvm_upkint(&value->last, 1, 1) : pvm_upkstr(text)) == 0);
}

/* The next event that describes itself. */
static void read_event(struct event* event) {
    int head[2];
    do
        CHECK(pvm_recv(-1, trace_tag) > 0 && pvm_upkint(head, 2, 1) == 0);
    while (head[0] != TEV_MARK_EVENT_DESC);
    event->phase = head[1] & (TEV_EVENT_ENTRY | TEV_EVENT_EXIT);
    CHECK(pvm_upkstr(event->name) == 0);
    for (event->count = 0; event->count < most_values; ++event->count) {
        struct value* value = &event->values[event->count];
        CHECK(pvm_upkint(&value->meaning, 1, 1) == 0);
        if (value->meaning == TEV_MARK_EVENT_DESC_END) return;
        read_value(value);
    }
    CHECK(!"an event with too many values");
}

static void check(const struct event* event, const struct expected* wanted) {
    int i;
    if (strcmp(event->name, wanted->name) != 0 || event->phase != wanted->phase)
        fprintf(stderr, "%s %d, expected %s %d\n", event->name, event->phase, wanted->name, wanted->phase);
    CHECK(strcmp(event->name, wanted->name) == 0 && event->phase == wanted->phase);
    for (i = 0; i < 5 && wanted->meanings[i] != 0; ++i) {
        if (i + 3 >= event->count || event->values[i + 3].meaning != wanted->meanings[i])
            fprintf(stderr, "%s %d: no value %d at %d\n", event->name, event->phase, wanted->meanings[i], i);
        CHECK(i + 3 < event->count && event->values[i + 3].meaning == wanted->meanings[i]);
    }
    CHECK(event->count == i + 3);
}

static int value_of(const struct event* event, int meaning) {
    int i;
    for (i = 0; i < event->count; ++i)
        if (event->values[i].meaning == meaning) return event->values[i].last;
    return -1;
}

static void check_values(const struct event* event, int task) {
    if (strcmp(event->name, "mytid") == 0) CHECK(value_of(event, TEV_DID_MT) == task);
    if (strcmp(event->name, "config") == 0) CHECK(value_of(event, TEV_DID_NH) >= 1);
    if (strcmp(event->name, "bufinfo") == 0) CHECK(value_of(event, TEV_DID_INB) == 4);
    if (strcmp(event->name, "getfds") == 0) CHECK(value_of(event, TEV_DID_FDS) >= 0);
    if (strcmp(event->name, "tasks") == 0) CHECK(value_of(event, TEV_DID_TNT) >= 2);
    if (strcmp(event->name, "tickle") == 0) CHECK(value_of(event, TEV_DID_TR) == 0);
    if (strcmp(event->name, "bcast") == 0) CHECK(value_of(event, TEV_DID_MDL) == pvm_mytid());
}

int main(void) {
    static const int events[] = {TEV_MYTID, TEV_CONFIG, TEV_BUFINFO, TEV_GETFDS, TEV_TASKS, TEV_TICKLE, TEV_BCAST};
    struct event event;
    int task, at = 0;
    unsigned i;
    Pvmtmask mask;
    if (!is_first_task()) {
        be_traced();
        return 0;
    }
    TEV_MASK_INIT(mask);
    for (i = 0; i < sizeof events / sizeof *events; ++i)
        TEV_MASK_SET(mask, events[i]);
    CHECK(pvm_joingroup(GROUP) == 0);
    CHECK(pvm_reg_tracer(0, trace_tag, 0, 0, mask, 0, PvmTraceFull) == PvmOk);
    CHECK(pvm_spawn((char*)"traced_results", NULL, PvmTaskDefault, (char*)"", 1, &task) == 1);
    for (read_event(&event); strcmp(event.name, "endtask") != 0; read_event(&event)) {
        if (strcmp(event.name, "newtask") == 0 || strcmp(event.name, "spntask") == 0) continue;
        CHECK(at < (int)(sizeof all / sizeof *all));
        check(&event, &all[at++]);
        if (event.phase == TEV_EVENT_EXIT) check_values(&event, task);
    }
    CHECK(at == (int)(sizeof all / sizeof *all));
    CHECK(received_int(task, broadcast_tag) == number);
    pvm_exit();
    return 0;
}
