#include "daemon/client/command_output.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "daemon/client/line_splitter.hpp"
#include "daemon/common/processes.hpp"

namespace banyan::daemon {
namespace {

using clock_of_limit = std::chrono::steady_clock;

/// The end of a pipe, and the lines that have come through it.
class line_pipe {
  public:
    explicit line_pipe(int descriptor) : descriptor_(descriptor) {}
    ~line_pipe() { close(); }
    line_pipe(const line_pipe&) = delete;
    line_pipe& operator=(const line_pipe&) = delete;

    [[nodiscard]] pollfd to_poll() const { return {descriptor_, POLLIN, 0}; }
    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

    /// Reads once and passes on the complete lines; at the end also the last, unfinished one.
    template <class Take>
    void read(const Take& take) {
        std::array<char, 4096> bytes;
        const auto n = ::read(descriptor_, bytes.data(), bytes.size());
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
        if (n <= 0) {
            close();
            return lines_.finish(take);
        }
        lines_.add({bytes.data(), static_cast<std::size_t>(n)}, take);
    }

  private:
    void close() {
        if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
    }

    int descriptor_;
    line_splitter lines_;
};

int milliseconds_until(clock_of_limit::time_point end) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - clock_of_limit::now());
    return static_cast<int>(std::max<std::chrono::milliseconds::rep>(left.count(), 0));
}

/// Waits for the end of the process, which has closed its pipes, and kills it at the limit. Returns whether it was
/// killed.
bool reap_until(pid_t process, clock_of_limit::time_point end, int& wait_status) {
    constexpr int poll_ms = 5;
    bool is_killed = false;
    for (;;) {
        const pid_t reaped = ::waitpid(process, &wait_status, is_killed ? 0 : WNOHANG);
        if (reaped == process || (reaped < 0 && errno != EINTR)) return is_killed;
        if (milliseconds_until(end) == 0 && !std::exchange(is_killed, true)) ::kill(process, SIGKILL);
        if (!is_killed) ::poll(nullptr, 0, poll_ms);
    }
}

}  // namespace

command_end read_command(const command_to_run& what, const std::function<void(const std::string&)>& on_line) {
    const auto end = clock_of_limit::now() + what.limit;
    program_pipes pipes;
    program_options options;
    options.wants_output = true;
    options.directory = what.directory;
    const pid_t process = start_program(what.words, pipes, options);
    [[maybe_unused]] const auto written = ::write(pipes.input, what.input.data(), what.input.size());
    ::close(pipes.input);
    line_pipe output(pipes.output), errors(pipes.error);
    command_end result;
    while ((output.is_open() || errors.is_open()) && milliseconds_until(end) > 0) {
        std::array<pollfd, 2> waited{output.to_poll(), errors.to_poll()};
        if (::poll(waited.data(), waited.size(), milliseconds_until(end)) <= 0) continue;
        if (waited[0].revents != 0) output.read(on_line);
        if (waited[1].revents != 0)
            errors.read([&result](const std::string& line) {
                if (!line.empty()) result.last_error = line;
            });
    }
    result.is_killed = reap_until(process, end, result.wait_status);
    std::erase(result.last_error, '\r');
    return result;
}

}  // namespace banyan::daemon
