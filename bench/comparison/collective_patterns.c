#include "collective_patterns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t most_bytes = (size_t)1 << 26;
static const long fewest_calls = 5, warm_up_calls = 3, start_calls = 64;

static long at_most(long number, long limit) {
    return number < limit ? number : limit;
}

/* The buffers of one collective. `out` and `in` have room for one block of each task. */
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

/* The seconds that this task spends in `calls` calls. "broadcast" changes the root with each call and has a barrier
 * before it, whose time is not counted. "broadcasts" come from rank 0 without a barrier between them. */
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

/* The number of calls that fit into `seconds`. Rank 0 decides it for all tasks. */
static long agreed_calls(const struct measured* m, double seconds, long most_calls) {
    const struct side* side = m->side;
    seconds_of(m, at_most(warm_up_calls, most_calls));
    if (most_calls <= fewest_calls) return most_calls;
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

/* The largest value of all tasks, on rank 0. */
static double largest(const struct side* side, double mine) {
    if (side->rank != 0) side->send(0, &mine, sizeof mine);
    for (int r = 1; r < side->size && side->rank == 0; ++r) {
        double theirs = 0;
        side->receive(r, &theirs, sizeof theirs);
        if (theirs > mine) mine = theirs;
    }
    return mine;
}

static void measure(const struct measured* m, double seconds, long most_calls) {
    const long calls = agreed_calls(m, seconds, most_calls);
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
    const double seconds = count > 3 ? atof(words[1]) : 0;
    const long most_calls = count > 3 ? atol(words[2]) : 0;
    int good = side->barrier && side->size > 1 && seconds > 0 && seconds <= 60 && most_calls > 0;
    for (long i = 0; good && i < at_most(start_calls, most_calls); ++i)
        side->barrier(); /* opens the connections, and lets the side learn about its network */
    for (int i = 3; i < count && good; ++i) {
        char name[16] = "";
        struct measured m = {.side = side, .name = name};
        good = sscanf(words[i], "%15[a-z]:%zu", name, &m.bytes) == 2 && is_allowed(&m);
        if (!good) break;
        m.out = new_buffer(m.bytes * (size_t)side->size);
        m.in = new_buffer(m.bytes * (size_t)side->size);
        memset(m.out, 0, m.bytes * (size_t)side->size); /* sums stay 0, so that no number becomes infinite */
        measure(&m, seconds, most_calls);
        free(m.out);
        free(m.in);
    }
    if (good) return 0;
    fprintf(
        stderr,
        "collectives: arguments not allowed; it takes SECONDS, above 0, at most 60, the most CALLS of each, 1 or more, "
        "then barrier:0, broadcast:BYTES, broadcasts:BYTES, allreduce:BYTES (a multiple of 8) or alltoall:BYTES, BYTES "
        "1..2^26, with 2 tasks or more\n");
    return 2;
}
