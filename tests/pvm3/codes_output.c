/* The messages with the output of spawned tasks that PvmOutputTid, PvmOutputCode and PvmOutputContext ask for, and the
   messages about tasks that were started by hand and set PvmSelfOutputTid.
   codes_output by_hand TID is such a task: its collector is the task TID (decimal). */
#include <sys/wait.h>

#include "codes.h"

#define FIRST_TAG 72
#define SECOND_TAG "73"
#define CONTEXT 74
#define OWN_TAG 75
#define ANY_TASK 0

/* Each message has the tid of the task and a number: that of the bytes that follow, or one of these. */
enum { ended = 0, spawned = -1, begun = -2 };

/* The messages of one task with one tag. */
struct output {
    int spawns, begins, ends, parents, wrong, bytes;
    char text[200];
};

static void take_bytes(struct output* all, int count) {
    if (count > (int)sizeof all->text - all->bytes || pvm_upkbyte(all->text + all->bytes, count, 1) < 0)
        ++all->wrong;
    else
        all->bytes += count;
}

static void take_event(struct output* all, int event) {
    int parent = 0;
    if (event == spawned) ++all->spawns;
    if (event == begun) ++all->begins;
    if (event < begun || pvm_upkint(&parent, 1, 1) < 0) ++all->wrong;
    all->parents += parent == pvm_mytid();
}

/* Until the end of the output, which may come before the message about the spawn. */
static struct output received(int task, int tag) {
    struct output all;
    struct timeval limit = {HANG_S, 0};
    memset(&all, 0, sizeof all);
    while ((all.ends == 0 || all.spawns == 0) && pvm_trecv(-1, tag, &limit) > 0) {
        int tid = 0, number = 0;
        pvm_upkint(&tid, 1, 1);
        pvm_upkint(&number, 1, 1);
        all.wrong += task != ANY_TASK && tid != task;
        if (number > 0)
            take_bytes(&all, number);
        else if (number == ended)
            ++all.ends;
        else
            take_event(&all, number);
    }
    return all;
}

static void show(const char* what, const struct output* all) {
    char name[80];
#define SHOW(text, value)                    \
    do {                                     \
        sprintf(name, "%s, %s", what, text); \
        CODE(name, value);                   \
    } while (0)
    SHOW("messages about the spawn", all->spawns);
    SHOW("messages about the begin", all->begins);
    SHOW("messages that name the parent", all->parents);
    SHOW("messages about the end", all->ends);
    SHOW("bytes", all->bytes);
    SHOW("wrong messages", all->wrong);
}

static int spawn_child(const char* mode, const char* argument) {
    char* arguments[] = {(char*)mode, (char*)argument, NULL};
    int tid = 0;
    pvm_spawn((char*)"codes_child", arguments, PvmTaskDefault, (char*)"", 1, &tid);
    return tid;
}

/* Its first call enrols it. */
static int choose_collector(int collector) {
    const int old = pvm_setopt(PvmSelfOutputTid, collector);
    const int is_set = pvm_getopt(PvmSelfOutputTid) == collector;
    pvm_exit();
    return old == 0 && is_set ? 0 : 1;
}

/* The exit status of a task that is started by hand. */
static int run_by_hand(void) {
    char collector[12];
    int status = 0;
    pid_t child;
    sprintf(collector, "%d", pvm_mytid());
    child = fork();
    if (child == 0) {
        execl("/proc/self/exe", "codes_output", "by_hand", collector, (char*)NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
}

static void tasks_by_hand(void) {
    struct output all;
    CODE("a task by hand that chooses a collector", run_by_hand());
    all = received(ANY_TASK, 0);
    show("a task by hand", &all);
    CODE("setopt of the own collector", pvm_setopt(PvmSelfOutputTid, pvm_mytid()));
    CODE("setopt of the own tag", pvm_setopt(PvmSelfOutputCode, OWN_TAG));
    all = received(pvm_mytid(), 0);
    show("this task, first tag", &all);
    CODE("setopt of no own collector", pvm_setopt(PvmSelfOutputTid, 0) == pvm_mytid());
    all = received(pvm_mytid(), OWN_TAG);
    show("this task, second tag", &all);
}

int main(int argc, char** argv) {
    struct output all;
    int task;
    if (argc > 2 && strcmp(argv[1], "by_hand") == 0) return choose_collector(atoi(argv[2]));
    begin_codes();
    pvm_mytid();
    tasks_by_hand();
    CODE("setopt of the collector", pvm_setopt(PvmOutputTid, pvm_mytid()));
    CODE("setopt of the tag", pvm_setopt(PvmOutputCode, FIRST_TAG));
    all = received(spawn_child("print", NULL), FIRST_TAG);
    show("a child that prints", &all);
    CODE("its text", strcmp(all.text, "a line\n") == 0);
    task = spawn_child("redirect", SECOND_TAG);
    all = received(task, FIRST_TAG);
    show("a child with another tag, first tag", &all);
    all = received(task, atoi(SECOND_TAG));
    show("a child with another tag, second tag", &all);
    CODE("setopt of the context", pvm_setopt(PvmOutputContext, CONTEXT));
    task = spawn_child("print", NULL);
    pvm_setcontext(CONTEXT);
    all = received(task, FIRST_TAG);
    pvm_setcontext(0);
    show("in another context", &all);
    pvm_exit();
    return 0;
}
