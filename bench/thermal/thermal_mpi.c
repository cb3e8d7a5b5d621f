/* The thermal example in hand-written MPI, divided by rows. Messages overlap with computation. Two tasks of Banyan are
 * compared with it.
 *
 *   mpirun -n P thermal_mpi SIDE ITERATIONS        rank 0 prints: seconds_per_iteration checksum */
#include <mpi.h>
#include <stdio.h>

#include "field.h"

struct part {
    int64_t n, stride, first, rows; /* side of the grid, items per row, first own row, own rows */
    int north, south;               /* ranks */
};

/* Not inlined: inside its caller, gcc 12 ignores `restrict` and the code is a third slower. */
__attribute__((noinline)) static void sweep(const struct part* p, const double* restrict from, double* restrict to,
                                            int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
        for (int64_t c = 1; c <= p->n; ++c) {
            const int64_t i = r * p->stride + c;
            to[i] = (from[i - p->stride] + from[i + p->stride] + from[i + 1] + from[i - 1]) / 4;
        }
        to[r * p->stride + 1 + p->n / 2] = 100.0;
    }
}

static void iterate(const struct part* p, double* from, double* to) {
    const int64_t last = p->rows * p->stride + 1;
    const int row = (int)p->n;
    MPI_Request pending[4];
    MPI_Irecv(from + 1, row, MPI_DOUBLE, p->north, 1, MPI_COMM_WORLD, &pending[0]);
    MPI_Irecv(from + last + p->stride, row, MPI_DOUBLE, p->south, 0, MPI_COMM_WORLD, &pending[1]);
    MPI_Isend(from + p->stride + 1, row, MPI_DOUBLE, p->north, 0, MPI_COMM_WORLD, &pending[2]);
    MPI_Isend(from + last, row, MPI_DOUBLE, p->south, 1, MPI_COMM_WORLD, &pending[3]);
    for (int64_t r = 1; r <= p->rows; ++r) {
        from[r * p->stride] = from[r * p->stride + p->n];
        from[r * p->stride + p->n + 1] = from[r * p->stride + 1];
    }
    sweep(p, from, to, 2, p->rows);
    MPI_Waitall(4, pending, MPI_STATUSES_IGNORE);
    sweep(p, from, to, 1, 2);
    if (p->rows > 1) sweep(p, from, to, p->rows, p->rows + 1);
}

static uint64_t checksum_of(const struct part* p, const double* field) {
    uint64_t mine = 0, all = 0;
    for (int64_t r = 1; r <= p->rows; ++r) {
        for (int64_t c = 0; c < p->n; ++c)
            mine += checksum_term(p->first + r - 1, c, field[r * p->stride + c + 1]);
    }
    MPI_Reduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    return all;
}

static void solve(const struct part* p, int iterations, int rank) {
    const size_t items = (size_t)((p->rows + 2) * p->stride);
    double* field = calloc(items, sizeof *field);
    double* next = calloc(items, sizeof *next);
    double* ends = calloc((size_t)iterations, sizeof *ends);
    double* last_ends = calloc((size_t)iterations, sizeof *last_ends);
    if (field == NULL || next == NULL || ends == NULL || last_ends == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    for (int64_t r = 0; r < p->rows; ++r) {
        for (int64_t c = 0; c < p->n; ++c)
            field[(r + 1) * p->stride + c + 1] = first_temperature(p->first + r, c, p->n);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int i = 0; i < iterations; ++i) {
        iterate(p, field, next);
        double* const old = field;
        field = next;
        next = old;
        ends[i] = MPI_Wtime() - begin;
    }
    MPI_Allreduce(ends, last_ends, iterations, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    const uint64_t checksum = checksum_of(p, field);
    if (rank == 0) printf("%.9g %016llx\n", median_step(last_ends, iterations), (unsigned long long)checksum);
    free(field);
    free(next);
    free(ends);
    free(last_ends);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int64_t n = argc == 3 ? atoll(argv[1]) : 0;
    const int iterations = argc == 3 ? atoi(argv[2]) : 0;
    const int usable = n >= size && n <= 100000 && iterations >= 1;
    if (usable) {
        const int64_t first = n * rank / size;
        const struct part p = {
            n, n + 2, first, n * (rank + 1) / size - first, (rank + size - 1) % size, (rank + 1) % size};
        solve(&p, iterations, rank);
    } else if (rank == 0) {
        fprintf(stderr, "usage: thermal_mpi SIDE ITERATIONS, at least one row per rank\n");
    }
    MPI_Finalize();
    return usable ? 0 : 2;
}
