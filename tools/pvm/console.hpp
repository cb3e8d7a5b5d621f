// The state of the console, and how it runs one command after the other.
#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "tools/pvm/aliases.hpp"
#include "tools/pvm/command.hpp"
#include "tools/pvm/jobs.hpp"
#include "tools/pvm/line_input.hpp"
#include "tools/pvm/spawn_order.hpp"
#include "tools/pvm/trace_lines.hpp"

namespace banyan::pvm_console {

class console {
  public:
    /// This program is enrolled. Throws command_error if the service refuses what the console needs.
    console();

    /// Runs the commands of a file, if it exists.
    void run_file(const std::string& path);
    /// Reads commands until the end of the input, quit or halt.
    void run();
    /// Errors of the command are printed.
    void run_line(const std::string& line);

    [[nodiscard]] int tid() const { return tid_; }
    aliases& known_aliases() { return aliases_; }
    [[nodiscard]] const jobs& running_jobs() const { return jobs_; }
    void spawn(const spawn_order& order);
    /// No more commands are read. If the virtual machine has ended, nothing is said about it.
    void end(bool has_halted);
    [[nodiscard]] bool has_halted() const { return has_halted_; }

  private:
    struct file_closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using file = std::unique_ptr<std::FILE, file_closer>;

    void take_messages();
    void take_output(int message);
    void take_trace(int message);
    void write_line(int job, const std::string& line);
    void end_job(int job);
    int spawn_job(const spawn_order& order, std::vector<int>& tids);
    int add_job(const spawn_order& order);

    int tid_;
    int context_;  // of the messages with the output of jobs
    aliases aliases_;
    jobs jobs_;
    trace_lines traces_;
    std::map<int, file> files_;  // of jobs that write to one
    std::unique_ptr<line_input> input_;
    bool ends_ = false;
    bool has_halted_ = false;
};

/// Returns the result of a call of PVM. Throws command_error with `what` and the text of the error if it is one.
int checked(const std::string& what, int code);

}  // namespace banyan::pvm_console
