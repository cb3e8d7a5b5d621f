// A program's handle on a virtual machine: find or start one, ask it, run programs in it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "banyan/net/error.hpp"
#include "daemon/client/host_entry.hpp"
#include "daemon/client/task_info.hpp"
#include "daemon/client/task_waits.hpp"
#include "daemon/common/output_terminal.hpp"

namespace banyan::daemon {

/// A host of a running virtual machine.
struct host_info {
    net::host_id number;
    std::string name;
    std::string address;  ///< numeric address that its tasks listen on
    int slots = 1;        ///< tasks that `run` places on it before it takes the next host
    double speed = 1.0;   ///< relative, as in the host file
    int tasks = 0;        ///< tasks alive on it
};

/// Settings of a virtual machine as a whole.
struct virtual_machine_options {
    bool plain_data = false;  ///< connections between tasks of different hosts are not encrypted
};

/// A program to run as `tasks` tasks.
struct run_request {
    std::vector<std::string> command;  ///< program and arguments
    int tasks = 1;
    int per_host = 0;                ///< tasks per host; 0 fills each host's slots in host order
    std::vector<std::string> hosts;  ///< only these, in this order; empty: all
    /// Names and values for the tasks on all hosts. Tasks on this computer have this program's environment besides,
    /// tasks on hosts that ssh or a launcher started that of their daemon and this program's BANYAN_ settings.
    std::vector<std::pair<std::string, std::string>> environment;
    std::string working_directory;                     ///< "" = this program's, where a host has it
    std::optional<std::chrono::milliseconds> timeout;  ///< ends the run with an error
    /// Between asking tasks to end and killing them. Without it 5 s after a signal of the user or the time limit, and
    /// 0.25 s after the failure of another task.
    std::optional<std::chrono::milliseconds> grace{};
    std::optional<terminal_size> output_terminal{};  ///< the tasks' stdout is such a terminal; without it a pipe
    bool forward_stdin = false;                      ///< this program's standard input goes to rank 0
    bool forward_signals = false;  ///< SIGINT, SIGTERM, ... of this program go to all tasks, for the time of the run
    /// Called with what the tasks wait for before the time limit ends the run, and for a SIGQUIT that is not forwarded:
    /// the first, and each that comes more than 2 s after the one before. Without it every SIGQUIT is forwarded.
    waits_handler on_waits{};
};

/// A piece of a task's output, byte for byte: whole lines with their newlines. Only the last line may be unfinished:
/// the next block of the same rank and stream goes on with it, or the output has ended without a newline.
struct output_block {
    int rank = 0;
    bool is_error = false;  ///< it came from stderr
    std::string_view text;  ///< not empty
};
using output_handler = std::function<void(const output_block&)>;

/// One failure of a run.
struct run_failure_info {
    net::task_id task{};  ///< task_id{}: of no single task
    int rank = -1;        ///< -1: of no single task
    std::string host;
    int status = 0;
    std::string text;      ///< one line
    bool follows = false;  ///< from another failure of the run
};

/// How a run ended.
struct run_result {
    int status = 0;       ///< 0, or that of the first cause: a task's exit status, 128 + signal, 124 for the time
                          ///< limit, 126 and 127 for a program that cannot be executed or found, 1 for a lost host
    std::string message;  ///< "" or one line: rank, task, host and why
    std::vector<run_failure_info> failures{};  ///< the cause first; some of very many
};

/// Not thread-safe. All calls block; all throw net::error with one clear line. The virtual machine is told by the
/// system when this program dies, and ends its runs (a private virtual machine: itself). If the coordinator is started
/// again during a call, the call goes on; only add(), remove() and kill() throw closed then, because their outcome is
/// not known.
class virtual_machine {
  public:
    /// The virtual machine named by BANYAN_VM, else the only one of this user, else a private one on this computer that
    /// ends with this object. Throws invalid_argument if BANYAN_VM names none or several virtual machines run and it is
    /// not set.
    static virtual_machine find_or_start_private();
    /// As above without the private one; throws not_attached when no virtual machine runs.
    static virtual_machine find();
    /// Starts a private virtual machine of these hosts (none: this computer), which ends with this object.
    static virtual_machine start_private(const std::vector<host_entry>& hosts = {},
                                         const virtual_machine_options& options = {});
    /// Starts a virtual machine of these hosts (none: this computer), which lives until down() or until its last host
    /// is lost.
    static virtual_machine start(const std::vector<host_entry>& hosts = {},
                                 const virtual_machine_options& options = {});

    virtual_machine(virtual_machine&&) noexcept;
    virtual_machine& operator=(virtual_machine&&) noexcept;
    ~virtual_machine();

    [[nodiscard]] const std::string& id() const;
    [[nodiscard]] bool is_private() const;

    [[nodiscard]] std::vector<host_info> hosts();
    /// True if connections between tasks of different hosts are not encrypted.
    [[nodiscard]] bool has_plain_data();
    [[nodiscard]] std::vector<task_info> tasks();
    /// What the tasks wait for; takes about a second when some of them compute.
    [[nodiscard]] std::vector<task_waits> waits();
    /// Starts daemons on more hosts; all or none are added. Throws launch_failed with the command that failed.
    void add(const std::vector<host_entry>& hosts);
    /// Ends the daemons of these hosts and the runs that have tasks there. Throws invalid_argument for an unknown
    /// name and for the last host.
    void remove(const std::vector<std::string>& names);
    /// Sends a signal to tasks. Throws unknown_task.
    void kill(const std::vector<net::task_id>& tasks, int signal);
    /// Ends all runs and daemons; returns when they are gone.
    void down();

    /// Runs a program and returns when all its tasks have ended and all their output went to `on_output`. A slow
    /// `on_output` slows the tasks; lines above 1 MiB come in several blocks. Output of a single task comes at
    /// once, unfinished lines too. Throws only where the run could not be started or the virtual machine was lost.
    run_result run(const run_request& request, const output_handler& on_output);

    class connection;

  private:
    explicit virtual_machine(std::unique_ptr<connection> c);
    std::unique_ptr<connection> connection_;
};

}  // namespace banyan::daemon
