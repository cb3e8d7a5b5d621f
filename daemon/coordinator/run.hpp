// One run: a program as N tasks on the hosts, from its start to the delivery of its last line and its result.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/common/grace.hpp"
#include "daemon/coordinator/host_link.hpp"
#include "daemon/coordinator/run_failure.hpp"
#include "daemon/coordinator/wait_gathering.hpp"
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
        const std::vector<std::shared_ptr<host_link>>& places);

    void start(handlers h);

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
    void host_lost(const host_link& host, const std::string& why);

    // --- for lists
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool is_over() const { return over_; }
    [[nodiscard]] bool has_task(net::task_id task) const;
    [[nodiscard]] int living_on(net::host_id host) const;
    void list(wire::Tasks& tasks) const;
    void signal_task(net::task_id task, int number);
    /// Asks the tasks what they wait for; answers within about a second.
    void ask_waits(wait_gathering::done_handler done);

  private:
    /// Between asking tasks to end and killing them, where the run does not say: after the failure of another task,
    /// whose peers cannot go on, and
    static constexpr std::chrono::milliseconds end_grace{250};
    /// after a signal of the user or the time limit.
    static constexpr std::chrono::milliseconds signal_grace{default_grace};

    enum class life { starting, alive, dead, over };  // dead: its process; over: its output too
    struct member {
        net::task_id task;
        int rank;
        std::shared_ptr<host_link> host;
        life state = life::starting;
        int pid = 0;
        bool published = false;
        bool left = false;
        net::control::Endpoints endpoints;
        std::size_t lost_as = run_failure::never;       // number of its loss, as the others were told of it
        std::optional<net::control::Failure> uncaught;  // the exception that it ends by
    };

    void send_program(host_link& host) const;
    void start_member(const member& m, int rank_on_host, int tasks_on_host);
    void take_started(member& m, int pid);
    void end_early(const std::string& text, int status, std::chrono::milliseconds grace);
    member* find(std::uint32_t task);
    void take_not_started(member& m, const wire::TaskNotStarted& what);
    void take_death(member& m, int wait_status);
    void take_over(member& m);
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
    static void signal_task_of(const member& m, int number);
    void fail(run_failure failure);
    void weigh_failures();
    [[nodiscard]] bool more_may_come() const;
    void settle_cause();
    [[nodiscard]] wire::RunEnded result() const;
    void end_others(std::chrono::milliseconds grace);
    [[nodiscard]] std::chrono::milliseconds grace_or(std::chrono::milliseconds usual) const;
    void kill_after(std::chrono::milliseconds grace);
    void kill_all();
    void finish_if_over();
    [[nodiscard]] std::string describe(const member& m) const;

    net::asio::io_context& io_;
    int number_;
    wire::StartRun request_;
    std::string program_name_;
    std::vector<wire::ProgramPart> program_;  // until it has been sent
    std::vector<member> members_;
    handlers handlers_;
    failure_collector failures_;
    std::optional<run_failure> cause_;
    std::chrono::steady_clock::time_point weigh_until_;
    std::vector<net::task_id> losses_;  // as the tasks were told
    std::map<std::uint64_t, std::shared_ptr<wait_gathering>> gatherings_;
    std::uint64_t last_gathering_ = 0;
    int interrupted_by_ = 0;
    std::optional<std::chrono::steady_clock::time_point> kill_at_;
    bool killed_ = false;
    bool abandoned_ = false;
    bool over_ = false;
    net::asio::steady_timer cause_timer_;
    net::asio::steady_timer kill_timer_;
    net::asio::steady_timer limit_timer_;
};

}  // namespace banyan::daemon
