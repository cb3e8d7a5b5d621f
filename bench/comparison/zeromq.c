/* The same patterns with ZeroMQ PAIR sockets over TCP on 127.0.0.1, two processes: zeromq_pair PATTERN ARGUMENTS... */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

#include "patterns.h"

static void* zmq_pair;

static void check(int good, const char* what) {
    if (good) return;
    fprintf(stderr, "zeromq_pair: %s: %s\n", what, zmq_strerror(zmq_errno()));
    exit(1);
}

static void send_message(int to, const void* data, size_t bytes) {
    (void)to;
    check(zmq_send(zmq_pair, data, bytes, 0) == (int)bytes, "zmq_send");
}

static void receive_message(int from, void* data, size_t bytes) {
    (void)from;
    check(zmq_recv(zmq_pair, data, bytes, 0) == (int)bytes, "zmq_recv");
}

/* Rank 0 binds a free port and sends its address to rank 1 through the pipe. */
static void meet(int rank, const int ends[2]) {
    char address[64] = "";
    size_t length = sizeof address;
    if (rank == 0) {
        check(zmq_bind(zmq_pair, "tcp://127.0.0.1:*") == 0, "zmq_bind");
        check(zmq_getsockopt(zmq_pair, ZMQ_LAST_ENDPOINT, address, &length) == 0, "the endpoint");
        check(write(ends[1], address, sizeof address) == (ssize_t)sizeof address, "the pipe");
    } else {
        check(read(ends[0], address, sizeof address) == (ssize_t)sizeof address, "the pipe");
        check(zmq_connect(zmq_pair, address) == 0, "zmq_connect");
    }
}

int main(int argc, char** argv) {
    int ends[2];
    check(pipe(ends) == 0, "pipe");
    const pid_t child = fork();
    check(child >= 0, "fork");
    const int rank = child == 0 ? 1 : 0;
    void* context = zmq_ctx_new();
    zmq_pair = zmq_socket(context, ZMQ_PAIR);
    meet(rank, ends);
    const struct side side = {.rank = rank, .size = 2, .send = send_message, .receive = receive_message, .shift = NULL};
    const int result = run_pattern(&side, argc - 1, argv + 1);
    zmq_close(zmq_pair);
    zmq_ctx_term(context);
    if (rank == 1) return result;
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0 ? result : 1;
}
