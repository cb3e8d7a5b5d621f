// The floor that the mailbox is measured against: TCP on loopback through bare system calls, two processes, no library.
//
//   raw_tcp latency BYTES ROUND_TRIPS    both sides spin on non-blocking sockets; prints half a round trip, in
//   microseconds raw_tcp bandwidth BYTES MESSAGES     both sides block; prints MB/s (10^6 bytes) until the last byte is
//   acknowledged
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

[[noreturn]] void fail(const char* what) {
    std::perror(what);
    std::exit(1);
}

void set_no_delay(int fd) {
    const int on = 1;
    if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) fail("TCP_NODELAY");
}

/// A listening socket on a free port of 127.0.0.1; the address is stored in `where`.
int listen_on_loopback(sockaddr_in& where) {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    where = {};
    where.sin_family = AF_INET;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof where;
    if (fd < 0 || bind(fd, reinterpret_cast<sockaddr*>(&where), length) != 0) fail("bind 127.0.0.1");
    if (listen(fd, 1) != 0) fail("listen");
    if (getsockname(fd, reinterpret_cast<sockaddr*>(&where), &length) != 0) fail("getsockname");
    return fd;
}

/// Moves all `bytes` with read or write; with a non-blocking socket it spins.
template <class Call, class Pointer>
void move_all(Call call, int fd, Pointer data, std::size_t bytes) {
    while (bytes > 0) {
        const ssize_t moved = call(fd, data, bytes);
        if (moved > 0) {
            data += moved;
            bytes -= static_cast<std::size_t>(moved);
        } else if (moved == 0 || (errno != EAGAIN && errno != EINTR)) {
            fail("the connection broke");
        }
    }
}

void send_all(int fd, const std::vector<char>& data) {
    move_all(write, fd, data.data(), data.size());
}

void receive_all(int fd, std::vector<char>& data) {
    move_all(read, fd, data.data(), data.size());
}

void make_non_blocking(int fd) {
    if (fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) != 0) fail("O_NONBLOCK");
}

using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point start) {
    return std::chrono::duration<double>(clock_type::now() - start).count();
}

void answer_latency(int fd, std::size_t bytes, int round_trips) {
    make_non_blocking(fd);
    std::vector<char> data(bytes);
    for (int i = 0; i < round_trips; ++i) {
        receive_all(fd, data);
        send_all(fd, data);
    }
}

/// Half a round trip in microseconds; the first tenth warms up.
double measure_latency(int fd, std::size_t bytes, int round_trips) {
    make_non_blocking(fd);
    std::vector<char> data(bytes, 'x');
    const int warm_up = round_trips / 10;
    auto start = clock_type::now();
    for (int i = 0; i < round_trips; ++i) {
        if (i == warm_up) start = clock_type::now();
        send_all(fd, data);
        receive_all(fd, data);
    }
    return seconds_since(start) / (round_trips - warm_up) / 2 * 1e6;
}

void answer_bandwidth(int fd, std::size_t bytes, int messages) {
    std::vector<char> data(bytes);
    std::vector<char> acknowledgement(1, 'a');
    for (int i = 0; i < messages; ++i) {
        receive_all(fd, data);
        if (i == messages / 10 || i == messages - 1) send_all(fd, acknowledgement);
    }
}

/// MB/s of a one-way stream; the first tenth warms up.
double measure_bandwidth(int fd, std::size_t bytes, int messages) {
    std::vector<char> data(bytes, 'x');
    std::vector<char> acknowledgement(1);
    const int warm_up = messages / 10;
    auto start = clock_type::now();
    for (int i = 0; i < messages; ++i) {
        send_all(fd, data);
        if (i == warm_up) {
            receive_all(fd, acknowledgement);
            start = clock_type::now();
        }
    }
    receive_all(fd, acknowledgement);
    return static_cast<double>(bytes) * (messages - 1 - warm_up) / seconds_since(start) / 1e6;
}

int run(bool latency, std::size_t bytes, int count) {
    sockaddr_in where{};
    const int listener = listen_on_loopback(where);
    const pid_t child = fork();
    if (child < 0) fail("fork");
    if (child == 0) {
        const int fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(fd, reinterpret_cast<sockaddr*>(&where), sizeof where) != 0) fail("connect");
        set_no_delay(fd);
        latency ? answer_latency(fd, bytes, count) : answer_bandwidth(fd, bytes, count);
        _exit(0);
    }
    const int fd = accept(listener, nullptr, nullptr);
    if (fd < 0) fail("accept");
    set_no_delay(fd);
    const double value = latency ? measure_latency(fd, bytes, count) : measure_bandwidth(fd, bytes, count);
    int status = 0;
    waitpid(child, &status, 0);
    std::printf("%.4f\n", value);
    return status == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const bool latency = argc == 4 && std::strcmp(argv[1], "latency") == 0;
    const bool bandwidth = argc == 4 && std::strcmp(argv[1], "bandwidth") == 0;
    const long bytes = argc == 4 ? std::atol(argv[2]) : 0;
    const int count = argc == 4 ? std::atoi(argv[3]) : 0;
    if (!(latency || bandwidth) || bytes < 1 || bytes > (1L << 30) || count < 20) {
        std::fprintf(stderr, "usage: raw_tcp latency|bandwidth BYTES(1..2^30) COUNT(>= 20)\n");
        return 2;
    }
    return run(latency, static_cast<std::size_t>(bytes), count);
}
