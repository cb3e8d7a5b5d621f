#include "tests/daemon/system/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

namespace banyan::testing {
namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;
namespace {

constexpr const char* mark_variable = "BANYAN_TEST_MARK";

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// The fields of /proc/PID/stat from the state on; "" if there is no such process.
std::string stat_from_state(const fs::path& process) {
    const std::string stat = read_file(process / "stat");
    const auto close = stat.rfind(") ");
    return close == stat.npos ? "" : stat.substr(close + 2);
}

bool is_zombie(const fs::path& process) {
    const std::string stat = stat_from_state(process);
    return stat.empty() || stat[0] == 'Z' || stat[0] == 'X';
}

/// When a process was started, in clock ticks; 0 if it has ended.
unsigned long long start_time(pid_t pid) {
    std::istringstream fields(stat_from_state(fs::path("/proc") / std::to_string(pid)));
    constexpr int before = 19;  // field 22 of the file; the state is field 3
    std::string skipped;
    for (int i = 0; i < before; ++i)
        fields >> skipped;
    unsigned long long ticks = 0;
    return fields >> ticks ? ticks : 0;
}

/// In the order of their start, which is not that of their ids if the system has begun again with small ids.
std::vector<pid_t> in_order_of_start(const std::map<pid_t, std::string>& processes) {
    std::vector<std::pair<unsigned long long, pid_t>> started;
    for (const auto& [pid, command] : processes)
        started.emplace_back(start_time(pid), pid);
    std::ranges::sort(started);
    std::vector<pid_t> pids;
    for (const auto& [ticks, pid] : started)
        pids.push_back(pid);
    return pids;
}

std::array<int, 2> make_pipe() {
    std::array<int, 2> ends{-1, -1};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    return ends;
}

std::vector<std::string> environment_of(const arena& where) {
    std::map<std::string, std::string> merged;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (!text.starts_with("BANYAN_")) merged[text.substr(0, text.find('='))] = text;
    }
    for (const auto& [name, value] : where.environment)
        merged[name] = name + "=" + value;
    std::vector<std::string> list;
    for (const auto& [name, entry] : merged)
        list.push_back(entry);
    return list;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
    std::vector<char*> list;
    for (const auto& word : words)
        list.push_back(const_cast<char*>(word.c_str()));
    list.push_back(nullptr);
    return list;
}

}  // namespace

std::string built(const std::string& name) {
    return fs::read_symlink("/proc/self/exe").parent_path() / name;
}

std::string task_program() {
    return built("daemon_test_task");
}

pid_t parent_of(pid_t pid) {
    const std::string stat = stat_from_state(fs::path("/proc") / std::to_string(pid));
    return stat.empty() ? 0 : static_cast<pid_t>(std::stol(stat.substr(2)));
}

bool is_stopped(pid_t pid) {
    return stat_from_state(fs::path("/proc") / std::to_string(pid)).starts_with('T');
}

bool eventually(const std::function<bool()>& condition, milliseconds limit) {
    const auto until = clock::now() + limit;
    while (!condition()) {
        if (clock::now() > until) return condition();
        ::poll(nullptr, 0, 5);
    }
    return true;
}

void check_shortest(milliseconds limit, int trials, const std::function<milliseconds()>& trial) {
    constexpr int more = 3;
    milliseconds shortest = milliseconds::max();
    for (int i = 0; i < trials || (i < trials + more && shortest >= limit); ++i)
        shortest = std::min(shortest, trial());
    CHECK(shortest.count() < limit.count());
}

arena::arena() {
    mark_ = folder().filename();
    environment = {{mark_variable, mark_}, {"XDG_RUNTIME_DIR", folder().string()}, {"NO_COLOR", "1"}};
}

arena::~arena() {
    eventually([this] {
        const auto left = processes();
        for (const auto& [pid, command] : left)
            ::kill(pid, SIGKILL);
        return left.empty();
    });
}

std::map<pid_t, std::string> arena::processes() const {
    std::map<pid_t, std::string> found;
    const std::string entry = std::string(mark_variable) + "=" + mark_;
    const std::string argument = '\0' + mark_ + '\0';
    for (const auto& process : fs::directory_iterator("/proc")) {
        const std::string name = process.path().filename();
        pid_t pid = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc{}) continue;
        const std::string environ_text = read_file(process.path() / "environ");
        std::string command = read_file(process.path() / "cmdline");
        const bool is_ours = environ_text.find(entry) != environ_text.npos || command.find(argument) != command.npos;
        if (!is_ours || is_zombie(process.path())) continue;
        for (char& c : command)
            if (c == '\0') c = ' ';
        found[pid] = command;
    }
    return found;
}

std::vector<pid_t> arena::processes_with(const std::string& text) const {
    auto found = processes();
    std::erase_if(found, [&text](const auto& one) { return one.second.find(text) == std::string::npos; });
    return in_order_of_start(found);
}

bool arena::empty_within(milliseconds limit) const {
    if (eventually([this] { return processes().empty(); }, limit)) return true;
    for (const auto& [pid, command] : processes())
        UNSCOPED_INFO("left: " << pid << " " << command);
    return false;
}

pid_t banyand_with(const arena& where, const std::string& role) {
    const std::string start = built("banyand") + " " + role;
    auto found = where.processes();
    std::erase_if(found, [&start](const auto& one) { return !one.second.starts_with(start); });
    if (found.empty()) FAIL("no banyand " << role);
    return in_order_of_start(found).front();
}

void kill_keeper_and_coordinator(const arena& where) {
    const pid_t keeper = banyand_with(where, "keep");
    const pid_t coordinator = banyand_with(where, "coordinator");
    REQUIRE(::kill(coordinator, SIGSTOP) == 0);  // so that it does not react to the end of the keeper
    REQUIRE(::kill(keeper, SIGKILL) == 0);
    REQUIRE(::kill(coordinator, SIGKILL) == 0);
}

std::string arena::file(const std::string& name, const std::string& text, int mode) const {
    const auto path = folder() / name;
    std::ofstream(path) << text;
    REQUIRE(::chmod(path.c_str(), static_cast<mode_t>(mode)) == 0);
    return path;
}

child::child(const arena& where, const std::vector<std::string>& command) {
    ::signal(SIGPIPE, SIG_IGN);
    const auto in = make_pipe();
    const auto out = make_pipe();
    const auto err = make_pipe();
    const auto environment = environment_of(where);
    const auto words = pointers(command);
    const auto settings = pointers(environment);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
        ::setpgid(0, 0);
        ::signal(SIGPIPE, SIG_DFL);
        ::dup2(in[0], 0);
        ::dup2(out[1], 1);
        ::dup2(err[1], 2);
        ::execvpe(words[0], words.data(), settings.data());
        ::_exit(127);
    }
    for (const int fd : {in[0], out[1], err[1]})
        ::close(fd);
    in_ = in[1];
    out_ = out[0];
    err_ = err[0];
}

child::~child() {
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    for (const int fd : {in_, out_, err_})
        if (fd >= 0) ::close(fd);
}

void child::write(const std::string& text) {
    for (std::size_t sent = 0; sent < text.size();) {
        const auto n = ::write(in_, text.data() + sent, text.size() - sent);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return;
        sent += static_cast<std::size_t>(n);
    }
}

void child::close_input() {
    if (in_ >= 0) ::close(in_);
    in_ = -1;
}

int child::unread_bytes() const {
    int bytes = 0;
    REQUIRE(::ioctl(out_, FIONREAD, &bytes) == 0);
    return bytes;
}

void child::close_output() {
    if (out_ >= 0) ::close(out_);
    out_ = -1;
}

void child::signal(int number) const {
    REQUIRE(::kill(pid_, number) == 0);
}

// False if both streams have ended, or if nothing arrived before the limit.
bool child::read_some(milliseconds limit) {
    std::array<pollfd, 2> wanted{{{out_, POLLIN, 0}, {err_, POLLIN, 0}}};
    if (out_ < 0 && err_ < 0) return false;
    if (::poll(wanted.data(), wanted.size(), static_cast<int>(limit.count())) <= 0) return false;
    std::array<char, 65536> chunk;
    for (auto [fd, text] : {std::pair{&out_, &result_.out}, std::pair{&err_, &result_.err}}) {
        const auto& event = fd == &out_ ? wanted[0] : wanted[1];
        if (*fd < 0 || event.revents == 0) continue;
        const auto n = ::read(*fd, chunk.data(), chunk.size());
        if (n > 0) text->append(chunk.data(), static_cast<std::size_t>(n));
        if (n == 0) {
            ::close(*fd);
            *fd = -1;
        }
    }
    return true;
}

bool child::wait_for_output(const std::string& text, milliseconds limit) {
    return wait_for(text, result_.out, limit);
}

bool child::wait_for_errors(const std::string& text, milliseconds limit) {
    return wait_for(text, result_.err, limit);
}

// Reads until one of the two streams contains `text`.
bool child::wait_for(const std::string& text, const std::string& in, milliseconds limit) {
    const auto until = clock::now() + limit;
    while (in.find(text) == std::string::npos) {
        const auto left = std::chrono::duration_cast<milliseconds>(until - clock::now());
        if (left.count() <= 0 || !read_some(left)) {
            UNSCOPED_INFO("stdout so far: " << result_.out << "\nstderr so far: " << result_.err);
            return false;
        }
    }
    return true;
}

child_result child::finish(milliseconds limit) {
    const auto until = clock::now() + limit;
    while (out_ >= 0 || err_ >= 0) {
        const auto left = std::chrono::duration_cast<milliseconds>(until - clock::now());
        if (left.count() <= 0 || !read_some(left)) break;
    }
    int status = 0;
    const bool ended =
        eventually([&] { return ::waitpid(pid_, &status, WNOHANG) == pid_; },
                   std::max(milliseconds(1), std::chrono::duration_cast<milliseconds>(until - clock::now())));
    INFO("stdout: " << result_.out << "\nstderr: " << result_.err);
    if (!ended) ::kill(pid_, SIGKILL);
    REQUIRE(ended);
    pid_ = 0;
    result_.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return result_;
}

std::vector<std::string> banyan_command(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), built("banyan"));
    return arguments;
}

child_result run_banyan(const arena& where, std::vector<std::string> arguments, const std::string& input) {
    child c(where, banyan_command(std::move(arguments)));
    // Writes and reads at the same time. A program that writes while it reads would block if its output were not read.
    std::jthread writer([&c, &input] {
        c.write(input);
        c.close_input();
    });
    return c.finish();
}

int count_lines(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void check_refused(const arena& where, std::vector<std::string> arguments, int status, const std::string& text) {
    const child_result r = run_banyan(where, std::move(arguments));
    CHECK(r.status == status);
    CHECK_THAT(r.err, Catch::Matchers::Contains(text));
    CHECK(count_lines(r.err) == 1);
    CHECK(r.out.empty());
}

}  // namespace banyan::testing
