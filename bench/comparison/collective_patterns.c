#include "collective_patterns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t most_bytes = (size_t)1 << 26;
static const long fewest_calls = 5, most_calls = 100000, warm_up_calls = 3, start_calls = 64;

/* One collective with its memory: `out` and `in` have room for a block of each task. */
struct measured {
    const struct side* side;
    const char* name;
    size_t bytes;
    char *out, *in;
};

static int is(const struct measured* m, const char* name) {
    return strcmp(m->name, name) == 0;
}

static void call(const struct measured* m, int root) {
    if (is(m, "barrier"))
        m->side->barrier();
    else if (is(m, "broadcast") || is(m, "broadcasts"))
        m->side->broadcast(root, m->out, m->bytes);
    else if (is(m, "allreduce"))
        m->side->sum((double*)m->out, m->bytes / sizeof(double));
    else
        m->side->alltoall(m->out, m->in, m->bytes);
}

/* Seconds that this task spends in `calls` calls. "broadcast" has a new root each time and a barrier before it, which
 * is not counted; "broadcasts" are from rank 0, one right after the other. */
static double seconds_of(const struct measured* m, long calls) {
    double spent = 0, start = now_seconds();
    if (!is(m, "broadcast")) {
        for (long i = 0; i < calls; ++i)
            call(m, 0);
        return now_seconds() - start;
    }
    for (long i = 0; i < calls; ++i) {
        m->side->barrier();
        start = now_seconds();
        call(m, (int)(i % m->side->size));
        spent += now_seconds() - start;
    }
    return spent;
}

/* The number of calls in `seconds`, decided by rank 0 and equal on all. */
static long agreed_calls(const struct measured* m, double seconds) {
    const struct side* side = m->side;
    seconds_of(m, warm_up_calls);
    const double start = now_seconds();
    seconds_of(m, warm_up_calls);
    const double wanted = seconds / ((now_seconds() - start) / (double)warm_up_calls);
    long calls = wanted > (double)most_calls ? most_calls : (long)wanted;
    if (calls < fewest_calls) calls = fewest_calls;
    if (side->rank != 0) side->receive(0, &calls, sizeof calls);
    for (int r = 1; r < side->size && side->rank == 0; ++r)
        side->send(r, &calls, sizeof calls);
    return calls;
}

/* The largest of all tasks' values, on rank 0. */
static double largest(const struct side* side, double mine) {
    if (side->rank != 0) side->send(0, &mine, sizeof mine);
    for (int r = 1; r < side->size && side->rank == 0; ++r) {
        double theirs = 0;
        side->receive(r, &theirs, sizeof theirs);
        if (theirs > mine) mine = theirs;
    }
    return mine;
}

static void measure(const struct measured* m, double seconds) {
    const long calls = agreed_calls(m, seconds);
    m->side->barrier();
    const double longest = largest(m->side, seconds_of(m, calls));
    if (m->side->rank == 0) {
        printf("%.4f\n", longest / (double)calls * 1e6);
        fflush(stdout);
    }
}

static int is_allowed(const struct measured* m) {
    if (is(m, "barrier")) return m->bytes == 0;
    if (m->bytes < 1 || m->bytes > most_bytes) return 0;
    if (is(m, "allreduce")) return m->bytes % sizeof(double) == 0;
    return is(m, "broadcast") || is(m, "broadcasts") || is(m, "alltoall");
}

int run_collectives(const struct side* side, int count, char** words) {
    const double seconds = count > 2 ? atof(words[1]) : 0;
    int good = side->barrier && side->size > 1 && seconds > 0 && seconds <= 60;
    for (long i = 0; good && i < start_calls; ++i) /* connections, and what a side learns about its network */
        side->barrier();
    for (int i = 2; i < count && good; ++i) {
        char name[16] = "";
        struct measured m = {.side = side, .name = name};
        good = sscanf(words[i], "%15[a-z]:%zu", name, &m.bytes) == 2 && is_allowed(&m);
        if (!good) break;
        m.out = new_buffer(m.bytes * (size_t)side->size);
        m.in = new_buffer(m.bytes * (size_t)side->size);
        memset(m.out, 0, m.bytes * (size_t)side->size); /* sums stay 0, so no number becomes infinite */
        measure(&m, seconds);
        free(m.out);
        free(m.in);
    }
    if (good) return 0;
    fprintf(
        stderr,
        "collectives: arguments not allowed; it takes SECONDS, above 0, at most 60, then barrier:0, broadcast:BYTES, "
        "broadcasts:BYTES, allreduce:BYTES (a multiple of 8) or alltoall:BYTES, BYTES 1..2^26, with 2 tasks or more\n");
    return 2;
}
