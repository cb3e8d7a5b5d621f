/* One measurement of a PVM library. The same program runs on the original and on Banyan's, unchanged.
 *
 *   pvm3_patterns pingpong direct|default BYTES TRIPS     prints the microseconds of half a round trip
 *   pvm3_patterns spawn COUNT                             prints the milliseconds until COUNT tasks have been spawned,
 * and until each of them has answered
 *   pvm3_patterns tasks                                   prints how many other tasks there are */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { warm_up_trips = 20, message_tag = 1 };

static double now_s(void) {
    struct timeval now;
    gettimeofday(&now, NULL);
    return (double)now.tv_sec + 1e-6 * (double)now.tv_usec;
}

static void check(int status, const char* what) {
    if (status >= 0) return;
    fprintf(stderr, "pvm3_patterns: %s failed with %d\n", what, status);
    pvm_exit();
    exit(1);
}

static void send_bytes(int to, char* data, int bytes) {
    check(pvm_initsend(PvmDataRaw), "pvm_initsend");
    check(pvm_pkbyte(data, bytes, 1), "pvm_pkbyte");
    check(pvm_send(to, message_tag), "pvm_send");
}

static void receive_bytes(int from, char* data, int bytes) {
    check(pvm_recv(from, message_tag), "pvm_recv");
    check(pvm_upkbyte(data, bytes, 1), "pvm_upkbyte");
}

static void ping_pong(int other, int first, int bytes, int trips) {
    char* data = calloc((size_t)bytes, 1);
    double start = 0;
    int i;
    for (i = -warm_up_trips; i < trips; ++i) {
        if (i == 0) start = now_s();
        if (first) send_bytes(other, data, bytes);
        receive_bytes(other, data, bytes);
        if (!first) send_bytes(other, data, bytes);
    }
    if (first) printf("%.3f\n", 1e6 * (now_s() - start) / (2.0 * trips));
    free(data);
}

static int spawned(char** arguments, int count, int* tids) {
    char* self = realpath("/proc/self/exe", NULL);
    const int started = pvm_spawn(self, arguments, PvmTaskDefault, "", count, tids);
    free(self);
    if (started < count) check(tids[count - 1] < 0 ? tids[count - 1] : -1, "pvm_spawn");
    return started;
}

static void spawn_many(char** arguments, int count) {
    int* tids = calloc((size_t)count, sizeof *tids);
    const double start = now_s();
    double all_spawned;
    char none;
    int i;
    spawned(arguments, count, tids);
    all_spawned = now_s();
    for (i = 0; i < count; ++i)
        receive_bytes(-1, &none, 0);
    printf("%.3f %.3f\n", 1e3 * (all_spawned - start), 1e3 * (now_s() - start));
    free(tids);
}

static void count_tasks(void) {
    struct pvmtaskinfo* list;
    int count = 0;
    check(pvm_tasks(0, &count, &list), "pvm_tasks");
    printf("%d\n", count - 1);
}

int main(int argc, char** argv) {
    const int pings = argc == 5 && strcmp(argv[1], "pingpong") == 0;
    const int counts = argc == 2 && strcmp(argv[1], "tasks") == 0;
    int parent, other;
    if (!pings && !counts && !(argc == 3 && strcmp(argv[1], "spawn") == 0)) {
        fprintf(stderr, "usage: pvm3_patterns pingpong direct|default BYTES TRIPS | spawn COUNT | tasks\n");
        return 2;
    }
    check(pvm_mytid(), "pvm_mytid");
    pvm_setopt(PvmAutoErr, 0);
    parent = other = pvm_parent();
    if (pings) {
        pvm_setopt(PvmRoute, strcmp(argv[2], "direct") == 0 ? PvmRouteDirect : PvmDontRoute);
        if (parent == PvmNoParent) spawned(argv + 1, 1, &other);
        ping_pong(other, parent == PvmNoParent, atoi(argv[3]), atoi(argv[4]));
    } else if (counts) {
        count_tasks();
    } else if (parent == PvmNoParent) {
        spawn_many(argv + 1, atoi(argv[2]));
    } else {
        send_bytes(parent, "", 0);
    }
    pvm_exit();
    return 0;
}
