// Finds or starts a virtual machine, lists and changes it, and runs programs in it.
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
#include "daemon/client/host_file.hpp"
#include "daemon/client/task_info.hpp"
#include "daemon/client/task_waits.hpp"
#include "daemon/common/output_terminal.hpp"

namespace banyan::daemon {

/// The speed of one task of a host, measured while all slots of the host were computing.
struct measured_speed {
    double cells_per_s = 0;
    std::chrono::sys_seconds at{};  ///< UTC
};

/// A host of a running virtual machine.
struct host_info {
    net::host_id number;
    std::string name;
    std::string address;  ///< numeric address where its tasks listen
    int slots = 1;        ///< tasks that `run` places on it before it uses the next host
    double speed = 1.0;   ///< relative, as in the host file
    int tasks = 0;        ///< running tasks
    std::optional<measured_speed> measured{};
    std::string coordinator_address{};  ///< numeric address where it reaches this computer; "": it is this computer
};

/// A host that has left a running virtual machine because of a failure.
struct lost_host {
    std::string name;
    std::string why;
};

/// What the coordinator knows about the hosts of a virtual machine.
struct host_list {
    std::vector<host_info> hosts;
    /// The hosts that were lost and not added again, at most the last 64. Those that were lost before a restart of the
    /// coordinator are not known.
    std::vector<lost_host> lost;
    bool plain_data = false;  ///< connections between tasks of different hosts are not encrypted
};

/// The slots of all these hosts together.
int slots_of(const std::vector<host_info>& hosts);

/// Settings of a whole virtual machine.
struct virtual_machine_options {
    bool plain_data = false;  ///< connections between tasks of different hosts are not encrypted
};

/// A program to run as `tasks` tasks.
struct run_request {
    std::vector<std::string> command;  ///< program and arguments
    /// The folders in which each host looks for the program, separated by ':'. $NAME stands for a variable of the task.
    /// "": those of PATH.
    std::string search_list{};
    int tasks = 1;
    int per_host = 0;                ///< tasks per host; 0: fill the slots of the hosts in order
    std::vector<std::string> hosts;  ///< use only these, in this order; empty: all
    /// Names and values of variables for the tasks on all hosts. They are added to the environment of this program for
    /// tasks on this computer. On hosts that ssh or a launcher has started, they are added to the environment of the
    /// daemon, with the BANYAN_ settings of this program.
    std::vector<std::pair<std::string, std::string>> environment;
    std::string working_directory;                     ///< "": that of this program, if the host has it
    std::optional<std::chrono::milliseconds> timeout;  ///< ends the run with an error
    /// The time between asking the tasks to end and killing them. The default is 5 s after a signal of the user or the
    /// time limit, and 0.25 s after the failure of another task.
    std::optional<std::chrono::milliseconds> grace{};
    std::optional<terminal_size>
        output_terminal{};         ///< stdout of the tasks is a terminal of this size; a pipe without it
    bool forward_stdin = false;    ///< send the standard input of this program to rank 0
    bool forward_signals = false;  ///< send SIGINT, SIGTERM, ... of this program to all tasks during the run
    /// Called with what the tasks wait for, before the time limit ends the run and for each SIGQUIT. A SIGQUIT within 2
    /// s of the one before is sent to the tasks instead. Without a handler every SIGQUIT is sent to the tasks.
    waits_handler on_waits{};
    /// Called once if the run is in a deadlock: its tasks wait for each other, and none can continue. It is called
    /// again only if the run has written something meanwhile. Without a handler the tasks are not asked.
    deadlock_handler on_deadlock{};
    /// At least 1 ms: the time without output after which the tasks are asked what they wait for, for on_deadlock. They
    /// are asked again after 6, 60, 120, 180, ... times this time.
    std::chrono::milliseconds quiet_time{10'000};
};

/// A piece of the output of a task, byte for byte: whole lines with their newlines. Only the last line may be
/// unfinished. The next block of the same rank and stream then continues it, or the output has ended without a newline.
struct output_block {
    int rank = 0;
    bool is_error = false;  ///< from stderr
    std::string_view text;  ///< not empty
};
using output_handler = std::function<void(const output_block&)>;

/// One failure of a run.
struct run_failure_info {
    net::task_id task{};  ///< task_id{}: not of a single task
    int rank = -1;        ///< -1: not of a single task
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
    std::vector<run_failure_info> failures{};  ///< the cause first; at most 64
};

/// A virtual machine as a command uses it. Not thread-safe. All calls block and throw net::error. If this program dies,
/// the coordinator notices it and ends its runs; a private virtual machine then ends. If the coordinator is restarted
/// during a call, the call continues. Only add(), remove() and kill() throw closed then, because their result is not
/// known.
class virtual_machine {
  public:
    /// The virtual machine that BANYAN_VM names. Without BANYAN_VM, the only public one of this user with the PVM_VMID
    /// of this process; if the process has none, the only one without PVM_VMID. If there is none, a private one on this
    /// computer, which ends with this object.
    /// Throws invalid_argument if BANYAN_VM does not name a running one, or if it is not set and several are running.
    static virtual_machine find_or_start_private();
    /// The same, but throws not_attached if no virtual machine is running.
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

    [[nodiscard]] host_list list_hosts();
    /// The hosts of list_hosts(), without the lost ones.
    [[nodiscard]] std::vector<host_info> hosts();
    [[nodiscard]] std::vector<task_info> tasks();
    /// What the tasks wait for. Takes about a second if some of them compute.
    [[nodiscard]] std::vector<task_waits> waits();
    /// Starts daemons on more hosts. All or none are added; none if this program ends before they are ready. Throws
    /// launch_failed with the command that failed.
    void add(const std::vector<host_entry>& hosts);
    /// Ends the daemons of these hosts and the runs that have tasks there. Throws invalid_argument for an unknown
    /// name and for the last host.
    void remove(const std::vector<std::string>& names);
    /// Stores the speeds of these hosts until the virtual machine ends: runs that start from now on give them to their
    /// tasks. A host without a value is not measured any more. Throws invalid_argument for an unknown name.
    void keep_speeds(const std::vector<std::pair<std::string, std::optional<measured_speed>>>& of_hosts);
    /// Sends a signal to tasks. Throws unknown_task.
    void kill(const std::vector<net::task_id>& tasks, int signal);
    /// Ends all runs and daemons, and returns when they have ended.
    void down();

    /// Runs a program. Returns when all its tasks have ended and all their output was passed to `on_output`. A slow
    /// `on_output` slows the tasks. Lines longer than 1 MiB come in several blocks. The output of a single task comes
    /// at once, with unfinished lines. Throws only if the run could not be started or the virtual machine was lost.
    run_result run(const run_request& request, const output_handler& on_output);
    /// For an `on_output` whose write was interrupted by a signal (EINTR, a short result): passes on the signals to
    /// this program that have arrived meanwhile. Returns at once.
    void handle_signals();

    class connection;

  private:
    explicit virtual_machine(std::unique_ptr<connection> c);
    std::unique_ptr<connection> connection_;
};

}  // namespace banyan::daemon
