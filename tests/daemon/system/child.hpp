// Starting a program from a test, talking to it, and finding every process that came of it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace banyan::testing {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Path of a program that was built beside this test.
std::string built(const std::string& name);

/// Looks every few milliseconds until `condition` holds; false when `limit` passes first.
bool eventually(const std::function<bool()>& condition, milliseconds limit = seconds(20));

/// The parent of a process; 0 if it is gone.
pid_t parent_of(pid_t pid);

/// A place of its own for one test: runtime folder, and a mark in the environment of all that is started in it.
class arena {
  public:
    arena();
    /// Kills what still carries the mark.
    ~arena();
    arena(const arena&) = delete;
    arena& operator=(const arena&) = delete;

    /// Living processes (zombies are not) that carry the mark, in their environment or as an argument, with their
    /// command lines.
    [[nodiscard]] std::map<pid_t, std::string> processes() const;
    /// Those whose command line contains `text`.
    [[nodiscard]] std::vector<pid_t> processes_with(const std::string& text) const;
    /// True once no process with the mark lives.
    [[nodiscard]] bool empty_within(milliseconds limit) const;
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] const std::string& mark() const { return mark_; }
    /// Writes a file in the folder and returns its path.
    std::string file(const std::string& name, const std::string& text, int mode = 0600) const;

    std::map<std::string, std::string> environment;

  private:
    std::filesystem::path folder_;
    std::string mark_;
};

/// The one process whose command line starts with `banyand ROLE`; the one that was started first if there are several.
pid_t banyand_with(const arena& where, const std::string& role);

/// Ends the virtual machine without any order. The keeper goes first: it would start another coordinator.
void kill_keeper_and_coordinator(const arena& where);

struct child_result {
    int status = -1;  ///< exit status, or 128 + signal
    std::string out;
    std::string err;
};

/// A program under way, its three standard streams in pipes.
class child {
  public:
    child(const arena& where, const std::vector<std::string>& command);
    /// Kills it if it still runs.
    ~child();
    child(const child&) = delete;
    child& operator=(const child&) = delete;

    [[nodiscard]] pid_t pid() const { return pid_; }
    void write(const std::string& text);
    void close_input();
    void signal(int number) const;
    /// Reads stdout until it holds `text`; false at its end or when `limit` passes.
    bool wait_for_output(const std::string& text, milliseconds limit = seconds(20));
    /// The same for stderr.
    bool wait_for_errors(const std::string& text, milliseconds limit = seconds(20));
    /// Reads all output, waits. Fails the test when `limit` passes.
    child_result finish(milliseconds limit = seconds(40));
    [[nodiscard]] const std::string& output() const { return result_.out; }
    /// Closes our end of its stdout.
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

/// Asserts that `banyan ARG...` ends with this status, one line on stderr that holds `text`, and nothing on stdout.
void check_refused(const arena& where, std::vector<std::string> arguments, int status, const std::string& text);

/// The command line of `banyan ARG...`.
std::vector<std::string> banyan_command(std::vector<std::string> arguments);

/// Lines of a text that each end in a newline.
int count_lines(const std::string& text);

/// The helper program of these tests.
std::string task_program();

}  // namespace banyan::testing
