/* A master gives numbers to workers. Some workers end before they answer: by a signal, by pvm_exit, by exit. The notice
   of the end comes each time, and the master starts another worker for the same number. Meanwhile it asks for the state
   of its host and of all tasks. */
#include <signal.h>
#include <unistd.h>

#include "checks.h"

enum { workers = 4, numbers = 60, task = 1, answer = 2, ended = 3, stop = 4 };

/* `attempt`: how many workers have had the number before. */
static void end_early(int number, int attempt) {
    if (attempt > 0) return;
    if (number % 10 == 3) kill(getpid(), SIGKILL);
    if (number % 10 == 5) pvm_exit();
    if (number % 10 == 5 || number % 10 == 7) _exit(0);
}

static void work(void) {
    int pair[2], tag, square[2];
    for (;;) {
        CHECK(pvm_bufinfo(pvm_recv(pvm_parent(), -1), NULL, &tag, NULL) == 0);
        if (tag == stop) return;
        CHECK(pvm_upkint(pair, 2, 1) == 0);
        end_early(pair[0], pair[1]);
        square[0] = pair[0];
        square[1] = pair[0] * pair[0];
        CHECK(pvm_initsend(PvmDataDefault) > 0 && pvm_pkint(square, 2, 1) == 0);
        CHECK(pvm_send(pvm_parent(), answer) == 0);
    }
}

static int tids[workers], given[workers]; /* the number that each worker has, -1 = none */

static int worker_with(int tid) {
    int i;
    for (i = 0; i < workers; ++i)
        if (tids[i] == tid) return i;
    return -1;
}

static void start(int worker) {
    CHECK(pvm_spawn((char*)"restarted_workers", NULL, PvmTaskDefault, (char*)"", 1, tids + worker) == 1);
    CHECK(pvm_notify(PvmTaskExit, ended, 1, tids + worker) == 0);
}

static void give(int worker, int number, int attempt) {
    int pair[2];
    pair[0] = number;
    pair[1] = attempt;
    given[worker] = number;
    CHECK(pvm_initsend(PvmDataDefault) > 0 && pvm_pkint(pair, 2, 1) == 0);
    CHECK(pvm_send(tids[worker], task) == 0);
}

static void check_states(int dead) {
    struct pvmhostinfo* hosts;
    struct pvmtaskinfo* tasks;
    int i, count = 0;
    CHECK(pvm_config(NULL, NULL, &hosts) == 0 && status_of_host(hosts[0].hi_name) == 0);
    CHECK(pvm_pstat(dead) == PvmNoTask && pvm_pstat(pvm_mytid()) == 0);
    CHECK(pvm_tasks(0, &count, &tasks) == 0);
    for (i = 0; i < count; ++i)
        CHECK(tasks[i].ti_tid != dead);
}

static int take_answer(int from) {
    int square[2], worker = worker_with(from);
    CHECK(pvm_upkint(square, 2, 1) == 0);
    CHECK(worker >= 0 && given[worker] == square[0] && square[1] == square[0] * square[0]);
    given[worker] = -1;
    return worker;
}

/* Another worker gets the number. */
static void replace(void) {
    int dead = 0, worker;
    CHECK(pvm_upkint(&dead, 1, 1) == 0);
    worker = worker_with(dead);
    CHECK(worker >= 0 && given[worker] >= 0);
    check_states(dead);
    start(worker);
    give(worker, given[worker], 1);
}

static void end_workers(void) {
    int i;
    for (i = 0; i < workers; ++i) {
        CHECK(pvm_initsend(PvmDataDefault) > 0 && pvm_send(tids[i], stop) == 0);
    }
    for (i = 0; i < workers; ++i)
        CHECK(worker_with(received_int(-1, ended)) >= 0);
    CHECK(pvm_nrecv(-1, -1) == 0);
}

static void lead(void) {
    int next, done = 0, replaced = 0, tag, from, worker;
    for (next = 0; next < workers; ++next) {
        start(next);
        give(next, next, 0);
    }
    while (done < numbers) {
        CHECK(pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, &from) == 0);
        if (tag == ended) {
            replace();
            ++replaced;
            continue;
        }
        CHECK(tag == answer);
        worker = take_answer(from);
        ++done;
        if (next < numbers) give(worker, next++, 0);
    }
    CHECK(replaced == 3 * numbers / 10);
    end_workers();
}

int main(void) {
    if (is_first_task())
        lead();
    else
        work();
    pvm_exit();
    return 0;
}
