/* The same patterns with MPI, built with Open MPI and with MPICH: mpirun -n N mpi_NAME PATTERN ARGUMENTS... */
#include <mpi.h>

#include "patterns.h"

static const int tag = 1;

static void send_message(int to, const void* data, size_t bytes) {
    MPI_Send(data, (int)bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

static void receive_message(int from, void* data, size_t bytes) {
    MPI_Recv(data, (int)bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void shift(int to, int from, const void* out, void* in, size_t bytes) {
    MPI_Sendrecv(out, (int)bytes, MPI_BYTE, to, tag, in, (int)bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void barrier(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

static void broadcast(int root, void* data, size_t bytes) {
    MPI_Bcast(data, (int)bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}

static void sum(double* items, size_t count) {
    MPI_Allreduce(MPI_IN_PLACE, items, (int)count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void alltoall(const void* out, void* in, size_t bytes) {
    MPI_Alltoall(out, (int)bytes, MPI_BYTE, in, (int)bytes, MPI_BYTE, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv); /* by MPI's default, an error ends the program */
    struct side side = {.send = send_message,
                        .receive = receive_message,
                        .shift = shift,
                        .barrier = barrier,
                        .broadcast = broadcast,
                        .sum = sum,
                        .alltoall = alltoall};
    MPI_Comm_rank(MPI_COMM_WORLD, &side.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &side.size);
    const int result = run_pattern(&side, argc - 1, argv + 1);
    MPI_Finalize();
    return result;
}
