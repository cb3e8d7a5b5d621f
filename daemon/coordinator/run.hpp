// One run: a program as N tasks on the hosts, from the start to the delivery of the last output and the result.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/common/end_signals.hpp"
#include "daemon/common/process_end.hpp"
#include "daemon/coordinator/known_run.hpp"
#include "daemon/coordinator/run_clock.hpp"
#include "daemon/coordinator/run_failure.hpp"
#include "daemon/coordinator/run_host.hpp"
#include "daemon/coordinator/run_member.hpp"
#include "daemon/coordinator/wait_collector.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

class run : public std::enable_shared_from_this<run> {
  public:
    struct handlers {
        std::function<void(int rank, bool is_error, const std::string& data)> output;
        std::function<void(std::uint32_t bytes)> input_taken;
        /// What the tasks wait for. Called before the time limit ends the run.
        std::function<void(const wire::Waits&)> waits;
        /// Called once, when all tasks have ended and all output has been delivered.
        std::function<void(const wire::RunEnded&)> ended;
        std::function<void(int rank, int pid)> task_started{};
    };

    /// `places` has the host of each rank. The first part of `program` begins with the name of the program.
    run(net::asio::io_context& io, int number, const wire::StartRun& request, std::vector<wire::ProgramPart> program,
        const std::vector<std::shared_ptr<run_host>>& places);
    /// A run that hosts have reported to a restarted coordinator. Call resume_hosts() next. `hosts` has those that have
    /// reconnected, by number.
    run(net::asio::io_context& io, const known_run& known, const host_table& hosts);

    void start(handlers h);
    /// Handles what has happened on the hosts, and sends each host what it does not know.
    void resume_hosts(const known_run& known);
    /// The command has reconnected: starts the tasks that were not started, sends the remaining output and the result.
    void resume(const wire::StartRun& again, std::vector<wire::ProgramPart> program, handlers h);
    /// The result has been received, or no command waits for it: the hosts forget the run when it is over.
    void release();
    /// Called once, when the hosts are told to forget it.
    void on_forgotten(std::function<void()> handler) { on_forgotten_ = std::move(handler); }

    // --- from the client
    void output_taken(int rank, std::uint32_t bytes);
    void input(const std::string& data, bool end);
    /// Sends a signal to all tasks. If it asks to end, tasks that have not ended after the grace time are killed.
    void signal(int number);
    /// No command waits for the run any more: kills the tasks and drops their output.
    void abandon();
    /// Ends the run as failed with this text.
    void end_early(const std::string& text) { end_early(text, 1, end_grace); }

    // --- from the hosts
    void take(const wire::FromHost& message);
    void host_lost(const run_host& host, const std::string& why);

    // --- for lists
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] const std::string& token() const { return request_.token(); }
    /// False while the command of a resumed run has not reconnected.
    [[nodiscard]] bool has_command() const { return has_command_; }
    /// The RunStarted message for the command.
    [[nodiscard]] wire::RunStarted started() const;
    [[nodiscard]] bool has_task(net::task_id task) const;
    [[nodiscard]] int living_on(net::host_id host) const;
    void list(wire::Tasks& tasks) const;
    void signal_task(net::task_id task, int number);
    /// Asks the tasks what they wait for. Calls `done` within about a second.
    void ask_waits(wait_collector::done_handler done);

  private:
    /// The default time between asking the tasks to end and killing them, after the failure of another task, without
    /// which they cannot continue.
    static constexpr std::chrono::milliseconds end_grace{250};
    /// The same after a signal of the user or the time limit.
    static constexpr std::chrono::milliseconds signal_grace{default_grace};

    /// The limit for one task. The table of a run has the endpoints of all tasks.
    static constexpr std::size_t most_endpoint_bytes = 8192;

    using member = run_member;
    using phase = run_member::phase;

    run(net::asio::io_context& io, int number, const wire::StartRun& request, std::string program_name);
    void bound_times();
    [[nodiscard]] wire::RunRecord record() const;
    void send_program(run_host& host) const;
    void start_members();
    void start_member(const member& m, int rank_on_host, int tasks_on_host);
    void limit_time(std::chrono::milliseconds used);
    void restore(member& m, const wire::TaskKnown& task);
    void restore_losses(const known_run& known);
    void restore_ends(const known_run& known);
    void restore_ending(const wire::RunEnding& ending);
    void continue_ending(const known_run& known);
    void tell_record() const;
    void tell_ended_tasks(const run_host& leaving) const;
    void lose_absent_hosts();
    void abandon_without_command(const known_run& known);
    [[nodiscard]] bool may_be_forgotten(const known_run& known) const;
    void resume_output(const wire::StartRun& again) const;
    void forget_if_done();
    void tell_table();
    void tell_ending();
    void take_started(member& m, int pid);
    void tell_started(const member& m) const;
    void end_early(const std::string& text, int status, std::chrono::milliseconds grace);
    member* find(std::uint32_t task);
    void take_not_started(member& m, const wire::TaskNotStarted& what);
    void take_death(member& m, int wait_status);
    void take_ended(member& m);
    void take_left(member& m);
    void take_failed(member& m, const net::control::Failure& failure);
    void take_give_up(const member& m, const net::control::GaveUp& told);
    void time_out();
    void list_task(const member& m, wire::Task& entry) const;
    [[nodiscard]] bool all_attached() const;
    void publish(member& m, const net::control::Endpoints& endpoints);
    void tell_loss(member& m, const std::string& text, bool host_lost, bool orderly);
    void tell_hosts(const wire::ToHost& message) const;
    void signal_all(int number) const;
    void interrupt(int number);
    void signal_unasked(int number) const;
    void signal_task_of(const member& m, int number) const;
    void fail(run_failure failure);
    void collect_failures();
    [[nodiscard]] bool more_may_come() const;
    void decide_cause();
    [[nodiscard]] wire::RunEnded result() const;
    void end_others(std::chrono::milliseconds grace);
    [[nodiscard]] std::chrono::milliseconds grace_or(std::chrono::milliseconds usual) const;
    void kill_after(std::chrono::milliseconds grace);
    void kill_all();
    void finish_if_over();

    net::asio::io_context& io_;
    int number_;
    wire::StartRun request_;  // with its token
    std::string program_name_;
    std::vector<wire::ProgramPart> program_;  // until it has been sent
    wire::RunSpeeds speeds_;                  // by rank; empty if an earlier coordinator has not set them
    std::vector<member> members_;
    handlers handlers_;
    failure_collector failures_;
    std::optional<run_failure> cause_;
    run_clock::time_point collect_until_;
    std::vector<net::task_id> losses_;  // in the order in which they were sent to the tasks
    std::map<std::uint64_t, std::shared_ptr<wait_collector>> wait_collectors_;
    std::uint64_t last_wait_request_ = 0;
    std::optional<wire::RunEnded> restored_;  // the result, if it was decided before the restart
    struct {
        std::uint64_t received = 0, taken = 0;
        bool ended = false;
    } input_;  // of the first task, for a command that reconnects
    int interrupted_by_ = 0;
    std::optional<run_clock::time_point> kill_at_;
    bool killed_ = false;
    bool abandoned_ = false;
    bool over_ = false;
    bool released_ = false;
    std::function<void()> on_forgotten_;
    bool has_command_ = true;
    process_end command_end_;
    run_timer command_timer_;
    run_timer cause_timer_;
    run_timer kill_timer_;
    run_timer limit_timer_;
};

}  // namespace banyan::daemon
