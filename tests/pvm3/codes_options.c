/* What pvm_getopt and pvm_setopt return for each option, and what the values of PvmAutoErr do.
   codes_options fail N is a program of which a call fails with PvmAutoErr N. */
#include <sys/resource.h>
#include <sys/wait.h>

#include "codes.h"

#define NO_TASK 0x4fff0
#define CHILD_TAG 71

/* A row with what the call returns for each value, and one with the value of the option afterwards. */
static void set_each(const char* option, int what, const int* values, int count) {
    char name[80];
    int i;
    for (i = 0; i < count; ++i) {
        sprintf(name, "setopt %s %d", option, values[i]);
        CODE(name, pvm_setopt(what, values[i]));
        sprintf(name, "getopt %s after %d", option, values[i]);
        CODE(name, pvm_getopt(what));
    }
}

#define SET_EACH(what, ...)                                                  \
    do {                                                                     \
        const int values_[] = {__VA_ARGS__};                                 \
        set_each(#what, what, values_, (int)(sizeof values_ / sizeof(int))); \
    } while (0)

#define SET(group, text, call)                         \
    do {                                               \
        char name_[80];                                \
        sprintf(name_, "setopt Pvm%s%s", group, text); \
        CODE(name_, call);                             \
    } while (0)

/* Ends as PvmAutoErr says, without a core file. */
static int fail(int reaction) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    pvm_mytid();
    pvm_setopt(PvmAutoErr, reaction);
    pvm_send(0, 1);
    _exit(0);
}

/* The exit status of a program of which a call fails, or 1000 + the signal that has ended it. */
static int status_of_failure(int reaction) {
    char number[12];
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        sprintf(number, "%d", reaction);
        execl("/proc/self/exe", "codes_options", "fail", number, (char*)NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* If the first line on standard error is "libpvm [tTID]: pvm_send(): TEXT". */
static int has_line_of_send(void) {
    char text[400] = "";
    unsigned tid = 0;
    int end = 0;
    if (pread(errors, text, sizeof text - 1, 0) <= 0) return 0;
    return sscanf(text, "libpvm [t%x]: pvm_send(): %n", &tid, &end) == 1 && end > 0 && strchr(text + end, '\n') != NULL;
}

static void failures(void) {
    CODE("exit status of a failure with PvmAutoErr 0", status_of_failure(0));
    CODE("exit status of a failure with PvmAutoErr 1", status_of_failure(1));
    CODE("exit status of a failure with PvmAutoErr 2", status_of_failure(2));
    report("the line of that failure", has_line_of_send());
    CODE("exit status of a failure with PvmAutoErr 3", status_of_failure(3));
    report("the line of that failure too", has_line_of_send());
    CODE("exit status of a failure with PvmAutoErr 4", status_of_failure(4));
}

static void before_enrolling(void) {
    CODE("getopt PvmRoute before enrolling", pvm_getopt(PvmRoute));
    CODE("setopt PvmOutputTid to no task before enrolling", pvm_setopt(PvmOutputTid, NO_TASK));
    CODE("setopt PvmNoReset 1 before enrolling", pvm_setopt(PvmNoReset, 1));
    CODE("setopt PvmNoReset 0 before enrolling", pvm_setopt(PvmNoReset, 0));
}

static void first_values(void) {
    char name[40];
    int what;
    for (what = PvmRoute; what <= PvmNoReset; ++what) {
        sprintf(name, "getopt %d", what);
        CODE(name, pvm_getopt(what));
    }
    CODE("getopt 0", pvm_getopt(0));
    CODE("getopt 26", pvm_getopt(26));
    CODE("getopt -1", pvm_getopt(-1));
    CODE("setopt 0", pvm_setopt(0, 1));
    CODE("setopt 26", pvm_setopt(26, 1));
    CODE("setopt -1", pvm_setopt(-1, 1));
}

static void numbers(void) {
    SET_EACH(PvmRoute, 0, 4, -1, PvmRouteDirect, PvmDontRoute, PvmAllowDirect);
    SET_EACH(PvmDebugMask, 1, -1, 0);
    SET_EACH(PvmAutoErr, 4, -1, 0);
    CODE("setopt 26 with PvmAutoErr 0", pvm_setopt(26, 1));
    SET_EACH(PvmAutoErr, 1);
    SET_EACH(PvmTraceBuffer, 100, -1, 0);
    SET_EACH(PvmTraceOptions, 0, 4, PvmTraceTime, PvmTraceCount, PvmTraceFull);
    SET_EACH(PvmFragSize, 0, -1, 51, 52, 100, 1048576, 1048577, 4080);
    SET_EACH(PvmResvTids, 5, -1, 0);
    SET_EACH(PvmSelfTraceBuffer, 100, 0);
    SET_EACH(PvmSelfTraceOptions, 0, 4, PvmTraceTime, PvmTraceFull);
    SET_EACH(PvmShowTids, 0, 5, 1);
    SET_EACH(PvmPollType, PvmPollConstant, 3);
    SET_EACH(PvmPollTime, 0, 1000);
    SET_EACH(PvmNoReset, 1, 2, 0);
}

/* `group`: "Output" or "Trace". */
static void collector_of_children(const char* group, int tid, int code, int context) {
    const int self = pvm_mytid();
    SET(group, "Tid to -1", pvm_setopt(tid, -1));
    SET(group, "Tid to no task", pvm_setopt(tid, NO_TASK));
    SET(group, "Tid to this task", pvm_setopt(tid, self));
    SET(group, "Tid again", pvm_setopt(tid, self) == self);
    SET(group, "Code to -5", pvm_setopt(code, -5));
    SET(group, "Code to 5", pvm_setopt(code, 5));
    SET(group, "Context to 6", pvm_setopt(context, 6));
    SET(group, "Context to -6", pvm_setopt(context, -6));
    SET(group, "Tid to 0", pvm_setopt(tid, 0) == self);
    SET(group, "Code without a collector", pvm_setopt(code, 0));
    SET(group, "Context without a collector", pvm_setopt(context, 0));
}

/* `group`: "SelfOutput" or "SelfTrace". The options of children are set too. */
static void own_collector(const char* group, int tid, int code, int context, int tid_of_children,
                          int code_of_children) {
    const int self = pvm_mytid();
    SET(group, "Code without a collector", pvm_setopt(code, 8));
    SET(group, "Code without a collector, value", pvm_getopt(code));
    pvm_setopt(code, 0);
    SET(group, "Tid to -1", pvm_setopt(tid, -1));
    pvm_setopt(tid, 0);
    SET(group, "Tid to this task", pvm_setopt(tid, self));
    SET(group, "Tid to this task, that of children", pvm_getopt(tid_of_children) == self);
    SET(group, "Code to 8", pvm_setopt(code, 8));
    SET(group, "Code to 8, that of children", pvm_getopt(code_of_children));
    SET(group, "Context to 9", pvm_setopt(context, 9));
    pvm_setopt(context, 0);
    SET(group, "Code to 0", pvm_setopt(code, 0));
    SET(group, "Tid to 0", pvm_setopt(tid, 0) == self);
    SET(group, "Tid to 0, that of children", pvm_getopt(tid_of_children));
}

/* A child, whose own collector is this task, sets the options of its children (set_options() of codes_child.c). */
static void inherited_collector(void) {
    static const char* const calls[] = {"getopt PvmOutputTid of a child",
                                        "getopt PvmOutputCode of a child",
                                        "setopt PvmOutputCode of a child to another",
                                        "setopt PvmOutputCode of a child to its own",
                                        "setopt PvmOutputContext of a child to another",
                                        "setopt PvmOutputTid of a child to no task",
                                        "setopt PvmOutputTid of a child to itself",
                                        "setopt PvmOutputCode of a child to another with itself",
                                        "setopt PvmOutputTid of a child back with another code",
                                        "setopt PvmOutputCode of a child back",
                                        "setopt PvmOutputTid of a child back"};
    enum { count = sizeof calls / sizeof *calls };
    char* options[] = {(char*)"options", NULL};
    int results[count], tid = 0, i;
    struct timeval limit = {HANG_S, 0};
    for (i = 0; i < count; ++i)
        results[i] = 99;
    pvm_setopt(PvmOutputTid, pvm_mytid());
    pvm_setopt(PvmOutputCode, CHILD_TAG);
    pvm_spawn((char*)"codes_child", options, PvmTaskDefault, (char*)"", 1, &tid);
    if (pvm_trecv(tid, 98, &limit) > 0) pvm_upkint(results, count, 1);
    for (i = 0; i < count; ++i)
        CODE(calls[i], results[i]);
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, 99);
    pvm_setopt(PvmOutputCode, 0);
    pvm_setopt(PvmOutputTid, 0);
}

/* pvm3.h does not declare it. */
int pvmsettaskname(char* name);

static int has_name(const char* name) {
    struct pvmtaskinfo* list;
    int count = 0;
    return pvm_tasks(pvm_mytid(), &count, &list) == 0 && count == 1 && strcmp(list[0].ti_a_out, name) == 0;
}

/* Enrols. */
static void own_name(void) {
    CODE("settaskname of no name", pvmsettaskname(NULL));
    CODE("settaskname", pvmsettaskname((char*)"own name"));
    pvm_mytid();
    CODE("settaskname after enrolling", pvmsettaskname((char*)"later name"));
    CODE("tasks of this task, the name", has_name("own name"));
}

int main(int argc, char** argv) {
    if (argc > 2 && strcmp(argv[1], "fail") == 0) return fail(atoi(argv[2]));
    begin_codes();
    failures();
    before_enrolling();
    own_name();
    first_values();
    numbers();
    collector_of_children("Output", PvmOutputTid, PvmOutputCode, PvmOutputContext);
    collector_of_children("Trace", PvmTraceTid, PvmTraceCode, PvmTraceContext);
    own_collector("SelfOutput", PvmSelfOutputTid, PvmSelfOutputCode, PvmSelfOutputContext, PvmOutputTid, PvmOutputCode);
    own_collector("SelfTrace", PvmSelfTraceTid, PvmSelfTraceCode, PvmSelfTraceContext, PvmTraceTid, PvmTraceCode);
    inherited_collector();
    pvm_exit();
    return 0;
}
