// One run: a program as N tasks on the hosts, from its start to the delivery of its last line and its result.
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
#include "daemon/coordinator/wait_collector.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

class run : public std::enable_shared_from_this<run> {
  public:
    struct handlers {
        std::function<void(int rank, bool is_error, const std::string& data)> output;
        std::function<void(std::uint32_t bytes)> input_taken;
        /// What the tasks wait for, before the run's time limit ends it.
        std::function<void(const wire::Waits&)> waits;
        /// Once, when all tasks have ended and all output was handed over.
        std::function<void(const wire::RunEnded&)> ended;
    };

    /// `places` holds the host of each rank; the first part of `program` names it.
    run(net::asio::io_context& io, int number, const wire::StartRun& request, std::vector<wire::ProgramPart> program,
        const std::vector<std::shared_ptr<run_host>>& places);
    /// The run as its hosts remember it, in a coordinator that has been started again; then call resume_hosts().
    /// `hosts` by number: a host that has not come back has none.
    run(net::asio::io_context& io, const known_run& known, const host_table& hosts);

    void start(handlers h);
    /// Takes up what has happened on the hosts, and tells each what it does not know.
    void resume_hosts(const known_run& known);
    /// The command has come back: starts what had not been started, sends the rest of the output and the result.
    void resume(const wire::StartRun& again, std::vector<wire::ProgramPart> program, handlers h);
    /// Its result has been taken, or nobody waits for it: the hosts forget it when it is over.
    void release();
    /// Called once, when the hosts are told to forget it.
    void on_forgotten(std::function<void()> handler) { on_forgotten_ = std::move(handler); }

    // --- from the client
    void output_taken(int rank, std::uint32_t bytes);
    void input(const std::string& data, bool end);
    /// To all tasks. Tasks that do not end within the run's grace after a signal that asks to are killed.
    void signal(int number);
    /// Nobody waits for it any more: kills the tasks and drops their output.
    void abandon();
    /// Ends it as failed with this text.
    void end_early(const std::string& text) { end_early(text, 1, end_grace); }

    // --- from the hosts
    void take(const wire::FromHost& message);
    void host_lost(const run_host& host, const std::string& why);

    // --- for lists
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] const std::string& token() const { return request_.token(); }
    /// False while the command of a run that was resumed has not come back.
    [[nodiscard]] bool has_command() const { return has_command_; }
    /// What a RunStarted says.
    [[nodiscard]] wire::RunStarted started() const;
    [[nodiscard]] bool has_task(net::task_id task) const;
    [[nodiscard]] int living_on(net::host_id host) const;
    void list(wire::Tasks& tasks) const;
    void signal_task(net::task_id task, int number);
    /// Asks the tasks what they wait for; answers within about a second.
    void ask_waits(wait_collector::done_handler done);

  private:
    /// Between asking tasks to end and killing them, where the run does not say: after the failure of another task,
    /// whose peers cannot go on, and
    static constexpr std::chrono::milliseconds end_grace{250};
    /// after a signal of the user or the time limit.
    static constexpr std::chrono::milliseconds signal_grace{default_grace};

    /// Of one task; the table of a run holds those of all.
    static constexpr std::size_t most_endpoint_bytes = 8192;

    enum class phase { starting, alive, dead, over };  // dead: its process; over: its output too
    struct member {
        net::task_id task;
        int rank;
        std::shared_ptr<run_host> host;
        phase state = phase::starting;
        bool ordered = false;       // its host has been told to start it
        bool asked_to_end = false;  // before the coordinator was started again
        std::optional<int> wait_status;
        int pid = 0;
        bool published = false;
        bool left = false;
        net::control::Endpoints endpoints;
        std::size_t lost_as = run_failure::never;       // number of its loss, as the others were told of it
        std::optional<net::control::Failure> uncaught;  // the exception that it ends by
    };

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
    void end_early(const std::string& text, int status, std::chrono::milliseconds grace);
    member* find(std::uint32_t task);
    void take_not_started(member& m, const wire::TaskNotStarted& what);
    void take_death(member& m, int wait_status);
    void take_ended(member& m);
    void take_left(member& m);
    void take_failed(member& m, const net::control::Failure& failure);
    void take_give_up(const member& m, const net::control::GaveUp& told);
    [[nodiscard]] run_failure failure_of(const member& m, int wait_status) const;
    void time_out();
    void list_task(const member& m, wire::Task& entry) const;
    [[nodiscard]] bool all_attached() const;
    void publish(member& m, const net::control::Endpoints& endpoints);
    void tell_loss(member& m, const std::string& text, bool host_lost, bool orderly);
    void tell_hosts(const wire::ToHost& message) const;
    void signal_all(int number) const;
    void interrupt(int number);
    void signal_unasked(int number) const;
    static void signal_task_of(const member& m, int number);
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
    [[nodiscard]] std::string describe(const member& m) const;

    net::asio::io_context& io_;
    int number_;
    wire::StartRun request_;  // its token too
    std::string program_name_;
    std::vector<wire::ProgramPart> program_;  // until it has been sent
    std::vector<member> members_;
    handlers handlers_;
    failure_collector failures_;
    std::optional<run_failure> cause_;
    run_clock::time_point collect_until_;
    std::vector<net::task_id> losses_;  // as the tasks were told
    std::map<std::uint64_t, std::shared_ptr<wait_collector>> wait_collectors_;
    std::uint64_t last_wait_request_ = 0;
    std::optional<wire::RunEnded>
        restored_;  // the result as far as it was settled before the coordinator was started again
    std::uint64_t input_received_ = 0;
    std::uint64_t input_taken_ = 0;
    bool input_ended_ = false;
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
