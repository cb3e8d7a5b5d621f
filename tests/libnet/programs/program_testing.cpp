#include "tests/libnet/programs/program_testing.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include "tests/common/group_sizes.hpp"
#include "tests/libnet/programs/child_status.hpp"

namespace banyan::testing {
namespace {

using clock = std::chrono::steady_clock;
using namespace net;

// What each rank of this process does; read by the watchdog.
struct position {
    std::atomic<const char*> what{nullptr};
    std::atomic<long> value{-1};
};
std::array<position, 256> positions;

std::string described_positions() {
    std::ostringstream text;
    for (std::size_t r = 0; r < positions.size(); ++r) {
        const char* what = positions[r].what;
        if (!what) continue;
        text << "; rank " << r << ": " << what;
        if (const long value = positions[r].value; value >= 0) text << ' ' << value;
    }
    return text.str();
}

// The failures of all ranks of this process; run_threads reports only one.
class failures {
  public:
    void add(int rank, const std::string& text) {
        const std::lock_guard guard(lock_);
        if (++count_ > 4) return;
        text_ += "rank " + std::to_string(rank) + ": " + text + "; ";
    }
    [[nodiscard]] std::string text() const {
        const std::lock_guard guard(lock_);
        return count_ > 0 ? std::to_string(count_) + " ranks fail; " + text_ : "";
    }

  private:
    mutable std::mutex lock_;
    int count_ = 0;
    std::string text_;
};
failures found;

void write_report(int file, const std::string& text) {
    if (::pwrite(file, text.data(), text.size(), 0) < 0) std::perror("program_testing: report");
}

// Ends the process with a report if it still runs at the limit.
class watchdog {
  public:
    watchdog(int report, std::chrono::seconds limit) : thread_([this, report, limit] { watch(report, limit); }) {}
    ~watchdog() {
        {
            const std::lock_guard guard(lock_);
            done_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }
    watchdog(const watchdog&) = delete;
    watchdog& operator=(const watchdog&) = delete;

  private:
    void watch(int report, std::chrono::seconds limit) {
        std::unique_lock guard(lock_);
        if (changed_.wait_for(guard, limit, [this] { return done_; })) return;
        write_report(report,
                     found.text() + "hangs for " + std::to_string(limit.count()) + " s" + described_positions());
        ::_exit(3);
    }

    std::mutex lock_;
    std::condition_variable changed_;
    bool done_ = false;
    std::thread thread_;
};

std::string text_of(const std::exception& e) {
    if (const auto* named = dynamic_cast<const net::error*>(&e)) return named->code().message() + ": " + named->what();
    return e.what();
}

// A run in a process of its own.
class child_run {
  public:
    child_run(const std::function<void()>& body, std::chrono::seconds limit)
        : latest_(clock::now() + limit + 10s), report_(std::tmpfile()) {
        if (!report_) throw std::runtime_error("no temporary file");
        ::fcntl(::fileno(report_), F_SETFD, FD_CLOEXEC);
        if (sanitized) limit *= 3, latest_ += 2 * limit;
        std::cout.flush();
        std::fflush(nullptr);
        pid_ = ::fork();
        if (pid_ < 0) throw std::runtime_error("fork failed");
        if (pid_ == 0) run(body, limit);
    }
    ~child_run() {
        if (pid_ > 0) end();
        std::fclose(report_);
    }
    child_run(const child_run&) = delete;
    child_run& operator=(const child_run&) = delete;

    std::string outcome() {
        const auto status = status_before(pid_, latest_);
        if (!status) return end(), "hangs, and its watchdog too";
        pid_ = -1;
        if (WIFSIGNALED(*status)) return "ended by signal " + std::to_string(WTERMSIG(*status)) + report();
        if (WEXITSTATUS(*status) == 0) return report();
        const std::string text = report();
        return text.empty() ? "exit status " + std::to_string(WEXITSTATUS(*status)) : text;
    }

  private:
    [[noreturn]] void run(const std::function<void()>& body, std::chrono::seconds limit) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (const int s : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGTERM, SIGINT})
            std::signal(s, SIG_DFL);  // Catch2's handlers report to the parent's reporter
        try {
            const watchdog guard(::fileno(report_), limit);
            body();
        } catch (const std::exception& e) {
            write_report(::fileno(report_), text_of(e));
            std::_Exit(1);
        }
        std::exit(0);
    }

    std::string report() {
        std::string text(4096, '\0');
        const auto length = ::pread(::fileno(report_), text.data(), text.size(), 0);
        text.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
        return text;
    }

    void end() {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
        pid_ = -1;
    }

    clock::time_point latest_;
    std::FILE* report_;
    pid_t pid_ = -1;
};

void run_ranks(const program& what, int size, transport_kind kind) {
    const auto rank_body = [&](group& world) {
        at(world, "start");
        try {
            what.body(world);
        } catch (const std::exception& e) {
            found.add(world.rank().value, text_of(e));
            at(world, "has failed");
            throw;
        }
        at(world, "end of the mailbox");
    };
    try {
        run_threads(size, rank_body, kind, what.options);
    } catch (const std::exception& e) {
        throw std::runtime_error(found.text().empty() ? text_of(e) : found.text());
    }
}

bool chosen(int size, transport_kind kind) {
    const char* transport = std::getenv("BANYAN_ENCRYPTION") ? "tcp" : std::getenv("BANYAN_TEST_TRANSPORT");
    return size == number_of("BANYAN_TEST_RANKS", size) && (!transport || std::string(transport) == name_of(kind));
}

struct setting {
    int size;
    transport_kind kind;
};

// Each size on each transport; where tests are shortened, each size on one of them in turn, the first on TCP.
std::vector<setting> settings_of(const program& what) {
    std::vector<int> sizes = affordable_sizes(what.sizes);
    if (sizes.empty()) sizes = what.sizes;
    std::vector<setting> all;
    for (std::size_t number = 0; number < sizes.size(); ++number) {
        std::vector<setting> of_size;
        for (const transport_kind kind : transports())
            if (chosen(sizes[number], kind)) of_size.push_back({sizes[number], kind});
        if (shortened() && !of_size.empty()) of_size = {of_size[(of_size.size() - 1 + number) % of_size.size()]};
        all.insert(all.end(), of_size.begin(), of_size.end());
    }
    return all;
}

struct run_under_way {
    std::string name;
    std::unique_ptr<child_run> child;
};

void finish_first(std::deque<run_under_way>& runs) {
    const std::string outcome = runs.front().child->outcome();
    INFO(runs.front().name);
    CHECK(outcome == "");
    runs.pop_front();
}

}  // namespace

void check_runs(const program& what) {
    std::deque<run_under_way> runs;
    for (const setting& now : settings_of(what)) {
        if (runs.size() >= static_cast<std::size_t>(what.at_once)) finish_first(runs);
        runs.push_back({std::to_string(now.size) + " ranks, " + name_of(now.kind),
                        std::make_unique<child_run>([&] { run_ranks(what, now.size, now.kind); }, what.limit)});
    }
    while (!runs.empty())
        finish_first(runs);
}

std::string outcome_in_child(const std::function<void()>& body, std::chrono::seconds limit) {
    return child_run(body, limit).outcome();
}

void at(const group& world, const char* what, long value) {
    position& p = positions.at(static_cast<std::size_t>(world.rank().value));
    p.value = value;
    p.what = what;
}

void demand(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error(what);
}

void compute_busily(std::chrono::milliseconds time) {
    for (const auto until = clock::now() + time; clock::now() < until;) {
    }
}

std::vector<std::byte> pattern(std::size_t size, unsigned seed) {
    std::vector<std::byte> bytes(size);
    std::uint64_t state = seed * std::uint64_t{0x9e3779b97f4a7c15} + 1;
    for (std::size_t at_byte = 0; at_byte < size; at_byte += sizeof(state)) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const std::uint64_t word = state ^ state >> 32;
        std::memcpy(&bytes[at_byte], &word, std::min(sizeof(word), size - at_byte));
    }
    return bytes;
}

void expect_message(const group& world, rank from, int tag_value, std::size_t size, unsigned seed) {
    const group_message got = world.recv(from, tag{tag_value});
    demand(got.payload.size() == size, "length " + std::to_string(got.payload.size()) + ", not " +
                                           std::to_string(size) + ", of tag " + std::to_string(tag_value));
    demand(got.payload == pattern(size, seed), "content of tag " + std::to_string(tag_value));
}

void in_threads(int count, const std::function<void(int number)>& body) {
    std::mutex lock;
    std::exception_ptr first;
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i)
        threads.emplace_back([&, i] {
            try {
                body(i);
            } catch (...) {
                const std::lock_guard guard(lock);
                if (!first) first = std::current_exception();
            }
        });
    for (auto& thread : threads)
        thread.join();
    if (first) std::rethrow_exception(first);
}

std::size_t peak_memory_bytes() {
    if (sanitized) return 0;
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == "VmHWM:") {
            std::size_t kib = 0;
            status >> kib;
            return kib << 10;
        }
    throw std::runtime_error("no VmHWM in /proc/self/status");
}

}  // namespace banyan::testing
