// Starts programs from a test, exchanges input and output with them, and finds all processes that they have started.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/common/scratch_folder.hpp"

namespace banyan::testing {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// The path of a program in the folder of this test program.
std::string built(const std::string& name);

/// A program that needs longer hangs. A correct program needs much less, also on a busy computer.
inline constexpr seconds hang_limit{60};

/// The same for processes that are to end. Most tests find only processes that never end. kill_test and fault_test also
/// check how soon processes end.
inline constexpr seconds clean_up_limit{60};

/// Checks every 5 ms until `condition` holds. Returns false after `limit`.
bool eventually(const std::function<bool()>& condition, milliseconds limit = hang_limit);

inline milliseconds time_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
}

/// Makes `trials` trials, and up to three more until one of them takes less than `limit`. Each returns its time.
/// Asserts that the shortest time is less than `limit`: a busy computer makes any trial longer.
void check_shortest(milliseconds limit, int trials, const std::function<milliseconds()>& trial);

/// The parent of a process; 0 if the process has ended.
pid_t parent_of(pid_t pid);

/// True for a process that a signal has stopped.
bool is_stopped(pid_t pid);

/// The environment of one test: a runtime folder, and a mark in the variables of all processes that the test starts.
class arena {
  public:
    arena();
    /// Kills the processes that still have the mark.
    ~arena();
    arena(const arena&) = delete;
    arena& operator=(const arena&) = delete;

    /// Running processes (not zombies) that have the mark in their environment or as an argument, with their
    /// command lines.
    [[nodiscard]] std::map<pid_t, std::string> processes() const;
    /// The processes whose command line contains `text`, in the order of their start.
    [[nodiscard]] std::vector<pid_t> processes_with(const std::string& text) const;
    /// True if no process with the mark is left within `limit`.
    [[nodiscard]] bool empty_within(milliseconds limit) const;
    [[nodiscard]] const std::filesystem::path& folder() const { return scratch_.path; }
    [[nodiscard]] const std::string& mark() const { return mark_; }
    /// Writes a file in the folder and returns its path.
    std::string file(const std::string& name, const std::string& text, int mode = 0600) const;

    std::map<std::string, std::string> environment;

  private:
    scratch_folder scratch_;
    std::string mark_;
};

/// The process whose command line starts with `banyand ROLE`. If there are several, the one that was started first.
pid_t banyand_with(const arena& where, const std::string& role);

/// Kills keeper and coordinator of the virtual machine. The keeper must be killed first, because it would start another
/// coordinator.
void kill_keeper_and_coordinator(const arena& where);

struct child_result {
    int status = -1;  ///< exit status, or 128 + signal
    std::string out;
    std::string err;
};

/// A running program whose three standard streams are pipes.
class child {
  public:
    child(const arena& where, const std::vector<std::string>& command);
    /// Kills the program if it still runs.
    ~child();
    child(const child&) = delete;
    child& operator=(const child&) = delete;

    [[nodiscard]] pid_t pid() const { return pid_; }
    void write(const std::string& text);
    void close_input();
    void signal(int number) const;
    /// Reads stdout until it contains `text`. Returns false if stdout ends before that, or after `limit`.
    bool wait_for_output(const std::string& text, milliseconds limit = hang_limit);
    /// The same for stderr.
    bool wait_for_errors(const std::string& text, milliseconds limit = hang_limit);
    /// Reads all output and waits for the end. Fails the test if `limit` passes.
    child_result finish(milliseconds limit = hang_limit);
    [[nodiscard]] const std::string& output() const { return result_.out; }
    /// The bytes of stdout that wait in the pipe.
    [[nodiscard]] int unread_bytes() const;
    /// Closes the test's end of the stdout pipe.
    void close_output();

  private:
    bool read_some(milliseconds limit);
    bool wait_for(const std::string& text, const std::string& in, milliseconds limit);
    int in_ = -1;
    int out_ = -1;
    int err_ = -1;
    pid_t pid_ = 0;
    child_result result_;
};

/// Starts `banyan ARG...` and waits for its end.
child_result run_banyan(const arena& where, std::vector<std::string> arguments, const std::string& input = "");

/// Asserts that `banyan ARG...` ends with this status, one line on stderr that contains `text`, and nothing on stdout.
void check_refused(const arena& where, std::vector<std::string> arguments, int status, const std::string& text);

/// The command line of `banyan ARG...`.
std::vector<std::string> banyan_command(std::vector<std::string> arguments);

/// The number of lines of a text. Each line ends with a newline.
int count_lines(const std::string& text);

/// The helper program of these tests.
std::string task_program();

}  // namespace banyan::testing
