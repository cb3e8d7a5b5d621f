#define _GNU_SOURCE
#include "patterns.h"

#include "collective_patterns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const size_t most_bytes = (size_t)1 << 30;

double now_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double cpu_seconds(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

char* new_buffer(size_t bytes) {
    char* buffer = malloc(bytes > 0 ? bytes : 1);
    if (!buffer) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(1);
    }
    memset(buffer, 'x', bytes > 0 ? bytes : 1);
    return buffer;
}

static int refuse(const char* pattern, const char* allowed) {
    fprintf(stderr, "%s: arguments not allowed; it takes %s\n", pattern, allowed);
    return 2;
}

static void barrier(const struct side* side) {
    char token = 'b';
    if (side->rank != 0) {
        side->send(0, &token, 1);
        side->receive(0, &token, 1);
        return;
    }
    for (int r = 1; r < side->size; ++r)
        side->receive(r, &token, 1);
    for (int r = 1; r < side->size; ++r)
        side->send(r, &token, 1);
}

static void answer(const struct side* side, int other, char* data, size_t bytes, long trips) {
    for (long i = 0; i < trips; ++i) {
        side->receive(other, data, bytes);
        side->send(other, data, bytes);
    }
}

static void serve(const struct side* side, int other, char* data, size_t bytes, long trips) {
    for (long i = 0; i < trips; ++i) {
        side->send(other, data, bytes);
        side->receive(other, data, bytes);
    }
}

/* Half a round trip in microseconds. The warm-up has a tenth as many round trips. */
static void ping_pong(const struct side* side, size_t bytes, long trips) {
    const long warm_up = trips / 10 + 1;
    char* data = new_buffer(bytes);
    if (side->rank == 1) answer(side, 0, data, bytes, warm_up + trips);
    if (side->rank == 0) {
        serve(side, 1, data, bytes, warm_up);
        const double start = now_seconds();
        serve(side, 1, data, bytes, trips);
        printf("%zu %.4f\n", bytes, (now_seconds() - start) / (double)trips / 2 * 1e6);
        fflush(stdout);
    }
    free(data);
}

static int run_ping_pong(const struct side* side, int count, char** words) {
    for (int i = 1; i < count; ++i) {
        size_t bytes = 0;
        long trips = 0;
        if (sscanf(words[i], "%zu:%ld", &bytes, &trips) != 2 || bytes < 1 || bytes > most_bytes || trips < 1)
            return refuse("pingpong", "BYTES:TRIPS ..., BYTES 1..2^30, TRIPS >= 1");
        ping_pong(side, bytes, trips);
    }
    return 0;
}

/* Messages per second. The clock starts after the first tenth, which is the warm-up, has been acknowledged. */
static void stream(const struct side* side, size_t bytes, long count) {
    const long warm_up = count / 10;
    char* data = new_buffer(bytes);
    char done = 'a';
    double start = 0;
    for (long i = 0; i < warm_up + count && side->rank < 2; ++i) {
        const int pause = i + 1 == warm_up || i + 1 == warm_up + count;
        if (side->rank == 0) {
            side->send(1, data, bytes);
            if (pause) side->receive(1, &done, 1);
            if (i + 1 == warm_up) start = now_seconds();
        } else {
            side->receive(0, data, bytes);
            if (pause) side->send(0, &done, 1);
        }
    }
    if (side->rank == 0) printf("%.1f\n", (double)count / (now_seconds() - start));
    free(data);
}

/* The sum of `mine` over all ranks, on rank 0. */
static double sum(const struct side* side, double mine) {
    if (side->rank != 0) {
        side->send(0, &mine, sizeof mine);
        return 0;
    }
    double total = mine;
    for (int r = 1; r < side->size; ++r) {
        side->receive(r, &mine, sizeof mine);
        total += mine;
    }
    return total;
}

static void pairs(const struct side* side, size_t bytes, long trips) {
    const int other = side->rank ^ 1;
    char* data = new_buffer(bytes);
    void (*play)(const struct side*, int, char*, size_t, long) = side->rank % 2 == 0 ? serve : answer;
    play(side, other, data, bytes, trips / 10 + 1);
    barrier(side);
    const double start = now_seconds(), cpu_start = cpu_seconds();
    play(side, other, data, bytes, trips);
    const double used = cpu_seconds() - cpu_start;
    barrier(side);
    const double elapsed = now_seconds() - start;
    const double cpu = sum(side, used);
    if (side->rank == 0) printf("%.6f %.6f\n", elapsed, cpu);
    free(data);
}

static void ring(const struct side* side, size_t bytes, long shifts) {
    const int next = (side->rank + 1) % side->size, previous = (side->rank + side->size - 1) % side->size;
    char *out = new_buffer(bytes), *in = new_buffer(bytes);
    for (long i = 0; i < shifts / 10 + 1; ++i)
        side->shift(next, previous, out, in, bytes);
    barrier(side);
    const double start = now_seconds();
    for (long i = 0; i < shifts; ++i)
        side->shift(next, previous, out, in, bytes);
    barrier(side);
    if (side->rank == 0) printf("%.4f\n", (now_seconds() - start) / (double)shifts * 1e6);
    free(out);
    free(in);
}

static double clock_of(pid_t process) {
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &t) != 0) {
        fprintf(stderr, "idle: cannot read the CPU time of process %d\n", (int)process);
        exit(1);
    }
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void pass(double seconds) {
    struct timespec t = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

static void watch_idle(const struct side* side, double seconds) {
    pid_t* processes = malloc((size_t)side->size * sizeof(pid_t));
    double* before = malloc((size_t)side->size * sizeof(double));
    if (!processes || !before) exit(1);
    for (int r = 1; r < side->size; ++r)
        side->receive(r, &processes[r], sizeof processes[r]);
    pass(1);
    const double start = now_seconds();
    for (int r = 1; r < side->size; ++r)
        before[r] = clock_of(processes[r]);
    pass(seconds);
    double most = 0;
    for (int r = 1; r < side->size; ++r) {
        const double used = (clock_of(processes[r]) - before[r]) / (now_seconds() - start);
        if (used > most) most = used;
    }
    printf("%.4f\n", most * 100);
    free(processes);
    free(before);
}

static void idle(const struct side* side, double seconds) {
    const pid_t me = getpid();
    char token = 'i';
    if (side->rank != 0) {
        side->send(0, &me, sizeof me);
        side->receive(0, &token, 1);
        return;
    }
    watch_idle(side, seconds);
    for (int r = 1; r < side->size; ++r)
        side->send(r, &token, 1);
}

int run_pattern(const struct side* side, int count, char** words) {
    const char* name = count > 0 ? words[0] : "";
    if (strcmp(name, "pingpong") == 0) return run_ping_pong(side, count, words);
    if (strcmp(name, "collectives") == 0) return run_collectives(side, count, words);
    if (strcmp(name, "idle") == 0) {
        const double seconds = count == 2 ? atof(words[1]) : 0;
        if (!(seconds > 0 && seconds <= 3600)) return refuse(name, "SECONDS, above 0, at most 3600");
        idle(side, seconds);
        return 0;
    }
    const long bytes = count == 3 ? atol(words[1]) : 0, times = count == 3 ? atol(words[2]) : 0;
    if (bytes < 1 || (size_t)bytes > most_bytes || times < 10) return refuse(name, "BYTES 1..2^30, then a count >= 10");
    if (strcmp(name, "stream") == 0) {
        stream(side, (size_t)bytes, times);
    } else if (strcmp(name, "pairs") == 0 && side->size % 2 == 0) {
        pairs(side, (size_t)bytes, times);
    } else if (strcmp(name, "ring") == 0 && side->shift) {
        ring(side, (size_t)bytes, times);
    } else {
        fprintf(stderr, "pattern '%s' is not one that this side has for %d tasks\n", name, side->size);
        return 2;
    }
    return 0;
}
