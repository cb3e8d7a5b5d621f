/* Shared by the two hand-written programs: the first field, the checksum and the median. Plain C. */
#ifndef BANYAN_BENCH_THERMAL_FIELD_H
#define BANYAN_BENCH_THERMAL_FIELD_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline double first_temperature(int64_t row, int64_t col, int64_t cols) {
    if (col == cols / 2) return 100.0;
    return (double)(mix((uint64_t)(row * cols + col) + 1) >> 11) * 0x1p-53 * 50.0;
}

static inline uint64_t checksum_term(int64_t row, int64_t col, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return mix(bits ^ mix(((uint64_t)row << 32 | (uint64_t)col) + 0x9e3779b97f4a7c15u));
}

static inline int ascending(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

/* Median of the times between successive ends; overwrites `ends`. */
static inline double median_step(double* ends, int count) {
    for (int i = count - 1; i > 0; --i)
        ends[i] -= ends[i - 1];
    qsort(ends, (size_t)count, sizeof *ends, ascending);
    return count % 2 ? ends[count / 2] : (ends[count / 2 - 1] + ends[count / 2]) / 2;
}

#endif
