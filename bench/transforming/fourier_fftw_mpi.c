/* The same measurement as fourier_banyan.cpp with FFTW's MPI library. natural: points and coefficients in order,
 * divided into blocks. scrambled: FFTW chooses the order of the coefficients, which saves one of three exchanges.
 *
 *   mpirun -n P fourier_fftw_mpi BITS REPEATS natural|scrambled PLAN_LIMIT_S WISDOM_FILE
 *
 * The planner takes PLAN_LIMIT_S seconds at most. It uses the wisdom of an earlier run in WISDOM_FILE, if there is one;
 * rank 0 writes its own there. */
#include <complex.h>
#include <fftw3-mpi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { tone = 5 };

static double forward(fftw_plan plan, fftw_complex* in, ptrdiff_t count, ptrdiff_t first, double n) {
    for (ptrdiff_t i = 0; i < count; ++i)
        in[i] = cexp(2 * M_PI * I * (double)(tone * (first + i)) / n);
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    fftw_execute(plan);
    const double own = MPI_Wtime() - begin;
    double all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

/* In natural order: of every coefficient. Scrambled: of the largest one and of all others together. */
static double error_of(const fftw_complex* out, ptrdiff_t count, ptrdiff_t first, double n, int natural) {
    double worst = 0, largest = 0, all = 0;
    for (ptrdiff_t k = 0; k < count; ++k) {
        if (natural) worst = fmax(worst, cabs(out[k] / n - (first + k == tone ? 1 : 0)));
        largest = fmax(largest, cabs(out[k] / n - 1) < 0.5 ? 1 : 0);
    }
    MPI_Allreduce(natural ? &worst : &largest, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return natural ? all : 1 - all;
}

/* All ranks plan with the same wisdom. */
static fftw_plan planned(ptrdiff_t n, fftw_complex* in, fftw_complex* out, unsigned flags, int rank,
                         const char* wisdom) {
    if (rank == 0) fftw_import_wisdom_from_filename(wisdom);
    fftw_mpi_broadcast_wisdom(MPI_COMM_WORLD);
    fftw_plan plan = fftw_mpi_plan_dft_1d(n, in, out, MPI_COMM_WORLD, FFTW_FORWARD, flags);
    fftw_mpi_gather_wisdom(MPI_COMM_WORLD);
    if (rank == 0 && !fftw_export_wisdom_to_filename(wisdom)) fprintf(stderr, "cannot write %s\n", wisdom);
    return plan;
}

static void run(ptrdiff_t n, int repeats, int natural, int rank, const char* wisdom) {
    const unsigned flags = FFTW_MEASURE | (natural ? 0 : FFTW_MPI_SCRAMBLED_OUT);
    ptrdiff_t in_count, in_first, out_count, out_first;
    const ptrdiff_t room =
        fftw_mpi_local_size_1d(n, MPI_COMM_WORLD, FFTW_FORWARD, flags, &in_count, &in_first, &out_count, &out_first);
    fftw_complex* in = fftw_alloc_complex((size_t)room);
    fftw_complex* out = fftw_alloc_complex((size_t)room);
    if (in == NULL || out == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    fftw_plan plan = planned(n, in, out, flags, rank, wisdom);
    for (int i = -1; i < repeats; ++i) {
        const double seconds = forward(plan, in, in_count, in_first, (double)n);
        if (i >= 0 && rank == 0) printf("%.9f\n", seconds);
    }
    const double error = error_of(out, out_count, out_first, (double)n, natural);
    if (rank == 0) printf("error %.3g\n", error);
    fftw_destroy_plan(plan);
    fftw_free(in);
    fftw_free(out);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    fftw_mpi_init();
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc == 6) {
        fftw_set_timelimit(atof(argv[4]));
        run((ptrdiff_t)1 << atoi(argv[1]), atoi(argv[2]), strcmp(argv[3], "natural") == 0, rank, argv[5]);
    } else if (rank == 0) {
        fprintf(stderr, "usage: fourier_fftw_mpi BITS REPEATS natural|scrambled PLAN_LIMIT_S WISDOM_FILE\n");
    }
    MPI_Finalize();
    return argc == 6 ? 0 : 2;
}
