// A task for the tests of daemon and command. Its first argument names what it does.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace {

int hang() {
    std::puts("up");
    std::fflush(stdout);
    for (;;)
        ::pause();
}

int say(const std::string& text) {
    std::puts(text.c_str());
    return 0;
}

/// Writes a line without flushing it.
int hang_unflushed() {
    std::puts("unflushed");
    for (;;)
        ::pause();
}

/// Writes `count` bytes of every value. Their order makes a lost or added byte visible.
int bytes(long count) {
    for (long i = 0; i < count; ++i)
        std::putchar(static_cast<unsigned char>(i % 256 ^ i / 256 % 251));
    return 0;
}

/// Writes on stderr after it has closed stdout.
int close_output() {
    ::close(1);
    std::fputs("closed\n", stderr);
    return 0;
}

/// Writes `count` numbered lines of 100 characters.
int lines(long count) {
    for (long i = 0; i < count; ++i)
        std::printf("%08ld %s\n", i, std::string(90, '.').c_str());
    return 0;
}

/// Leaves a child in its own session, whose parent has ended. It is in no process group of a task.
int leave_grandchild(bool hold) {
    const pid_t parent = ::fork();
    if (parent == 0) {
        ::setsid();
        if (::fork() != 0) ::_exit(0);
        for (;;)
            ::pause();
    }
    ::waitpid(parent, nullptr, 0);  // from now on, only the grandchild exists
    return hold ? hang() : say("left");
}

[[noreturn]] void wait_for_ever() {
    for (;;)
        ::pause();
}

/// Leaves a child in its own session, whose parent has ended and whose environment is empty. Only its command line has
/// `mark`.
void leave_unmarked(const char* program, const char* mark) {
    int gone[2];
    if (::pipe(gone) != 0) std::abort();
    if (::fork() == 0) {
        ::setsid();
        if (::fork() != 0) ::_exit(0);
        char* const nothing[] = {nullptr};
        ::close(gone[0]);
        ::fcntl(gone[1], F_SETFD, FD_CLOEXEC);
        ::execle(program, program, "unmarked", mark, nullptr, nothing);
        ::_exit(99);
    }
    ::close(gone[1]);
    char none = 0;
    while (::read(gone[0], &none, 1) > 0) {
    }
}

/// Starts all kinds of children: a plain child, one in its own session, one whose parent has ended, and one without
/// environment. They ignore every signal that can be ignored.
int family(const char* program, const char* mark) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        ::signal(signal, SIG_IGN);
    leave_unmarked(program, mark);
    if (::fork() == 0) wait_for_ever();
    if (::fork() == 0) {
        ::setsid();
        wait_for_ever();
    }
    return leave_grandchild(true);
}

void write_line(const char* text) {
    [[maybe_unused]] const auto ignored = ::write(1, text, std::strlen(text));
}

void end_at_once(int) {
    write_line("caught\n");
    ::_exit(7);
}

void say_asked(int) {
    write_line("asked\n");
}

timespec time_to_end{0, 800'000'000};

/// Stands for a computation that takes longer than a run waits for its other tasks after a failure (0.25 s).
void end_late(int) {
    ::nanosleep(&time_to_end, nullptr);
    write_line("in order\n");
    ::_exit(7);
}

void set_time_to_end(double seconds) {
    time_to_end.tv_sec = static_cast<time_t>(seconds);
    time_to_end.tv_nsec = static_cast<long>((seconds - static_cast<double>(time_to_end.tv_sec)) * 1e9);
}

/// Writes "up", to the named pipe `where` if one is given.
int hang_with(int signal, void (*handler)(int), const char* where = nullptr) {
    ::signal(signal, handler);
    if (where == nullptr) return hang();
    std::FILE* pipe = std::fopen(where, "w");
    if (pipe == nullptr) return 99;
    std::fputs("up\n", pipe);
    std::fclose(pipe);
    wait_for_ever();
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    const char* argument = argc > 2 ? argv[2] : "0";
    if (what == "hang") return hang();
    if (what == "hang-unflushed") return hang_unflushed();
    if (what == "bytes") return bytes(std::atol(argument));
    if (what == "close-output") return close_output();
    if (what == "line")
        return std::printf("%s", std::string(static_cast<std::size_t>(std::atol(argument)), 'x').c_str()), 0;
    if (what == "exit") return std::atoi(argument);
    if (what == "die") return ::raise(std::atoi(argument));
    if (what == "lines") return lines(std::atol(argument));
    if (what == "grandchild") return leave_grandchild(false);
    if (what == "hang-with-grandchild") return leave_grandchild(true);
    if (what == "family") return family(argv[0], argument);
    if (what == "wait" || what == "unmarked") wait_for_ever();
    if (what == "hang-with-unmarked") return leave_unmarked(argv[0], argument), hang();
    if (what == "partial") return std::printf("no newline"), 0;
    if (what == "env") return say(std::getenv(argument) != nullptr ? std::getenv(argument) : "(unset)");
    if (what == "wd") return say(std::string(::getcwd(nullptr, 0)));
    if (what == "stubborn") {
        for (const int signal : {SIGINT, SIGTERM, SIGHUP})
            ::signal(signal, SIG_IGN);
        return hang();
    }
    if (what == "catch") return hang_with(std::atoi(argument), end_at_once);
    if (what == "say-asked") return hang_with(std::atoi(argument), say_asked);
    if (what == "end-late" && argc > 4) set_time_to_end(std::atof(argv[4]));
    if (what == "end-late") return hang_with(std::atoi(argument), end_late, argc > 3 ? argv[3] : nullptr);
    if (what == "descriptors") {
        int open = 0;
        for (int fd = 0; fd < 1024; ++fd)
            open += ::fcntl(fd, F_GETFD) >= 0 ? 1 : 0;
        return say(std::to_string(open));
    }
    std::fprintf(stderr, "test_task: unknown: %s\n", what.c_str());
    return 99;
}
