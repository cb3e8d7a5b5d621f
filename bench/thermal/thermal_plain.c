/* The thermal example as a plain serial C program. One task of Banyan is compared with it.
 *
 *   thermal_plain SIDE ITERATIONS        prints: seconds_per_iteration checksum */
#include <stdio.h>
#include <time.h>

#include "field.h"

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Fills the frame of one cell around the field from the opposite edges. */
static void wrap_edges(double* f, int64_t n, int64_t stride) {
    memcpy(f + 1, f + n * stride + 1, (size_t)n * sizeof *f);
    memcpy(f + (n + 1) * stride + 1, f + stride + 1, (size_t)n * sizeof *f);
    for (int64_t r = 1; r <= n; ++r) {
        f[r * stride] = f[r * stride + n];
        f[r * stride + n + 1] = f[r * stride + 1];
    }
}

/* Not inlined: inside its caller, gcc 12 ignores `restrict` and the code is a third slower. */
__attribute__((noinline)) static void iterate(const double* restrict from, double* restrict to, int64_t n,
                                              int64_t stride) {
    for (int64_t r = 1; r <= n; ++r) {
        for (int64_t c = 1; c <= n; ++c) {
            const int64_t i = r * stride + c;
            to[i] = (from[i - stride] + from[i + stride] + from[i + 1] + from[i - 1]) / 4;
        }
        to[r * stride + 1 + n / 2] = 100.0;
    }
}

int main(int argc, char** argv) {
    const int64_t n = argc == 3 ? atoll(argv[1]) : 0;
    const int iterations = argc == 3 ? atoi(argv[2]) : 0;
    if (n < 1 || n > 100000 || iterations < 1) {
        fprintf(stderr, "usage: thermal_plain SIDE ITERATIONS\n");
        return 2;
    }
    const int64_t stride = n + 2;
    double* field = calloc((size_t)(stride * stride), sizeof *field);
    double* next = calloc((size_t)(stride * stride), sizeof *next);
    double* ends = calloc((size_t)iterations, sizeof *ends);
    if (field == NULL || next == NULL || ends == NULL) return 1;
    for (int64_t r = 0; r < n; ++r) {
        for (int64_t c = 0; c < n; ++c)
            field[(r + 1) * stride + c + 1] = first_temperature(r, c, n);
    }
    const double begin = now_s();
    for (int i = 0; i < iterations; ++i) {
        wrap_edges(field, n, stride);
        iterate(field, next, n, stride);
        double* const old = field;
        field = next;
        next = old;
        ends[i] = now_s() - begin;
    }
    uint64_t checksum = 0;
    for (int64_t r = 0; r < n; ++r) {
        for (int64_t c = 0; c < n; ++c)
            checksum += checksum_term(r, c, field[(r + 1) * stride + c + 1]);
    }
    printf("%.9g %016llx\n", median_step(ends, iterations), (unsigned long long)checksum);
    free(field);
    free(next);
    free(ends);
    return 0;
}
