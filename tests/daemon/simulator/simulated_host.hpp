// A simulated host. It uses the real ledger and the real stored output of a host daemon, with simulated tasks.
#pragma once

#include <map>

#include "daemon/host/task_ledger.hpp"
#include "lane.hpp"
#include "simulated_task.hpp"

namespace banyan::daemon::simulation {

class simulated_host {
  public:
    /// `reach` is called when it has no connection and must find the coordinator.
    simulated_host(environment& env, std::uint32_t number, std::function<void()> reach)
        : env_(env), number_(number), reach_(std::move(reach)) {}

    [[nodiscard]] std::uint32_t number() const { return number_; }
    [[nodiscard]] bool is_alive() const { return alive_; }
    [[nodiscard]] bool is_connected() const { return out_ != nullptr; }
    /// True if it remembers no run and no task.
    [[nodiscard]] bool is_clear() const;

    void connected(std::shared_ptr<lane<wire::FromHost>> out);
    void connection_ended();
    void take(const wire::ToHost& message);
    /// Everything that runs on it dies too.
    void die();

  private:
    struct task {
        int run = 0;
        std::shared_ptr<simulated_relay> relay;
        std::shared_ptr<simulated_task> process;
        bool attached = false;
    };

    void tell(const wire::FromHost& message);
    void send(const wire::FromHost& message);
    void take_task_order(const wire::ToHost& message);
    void take_run_message(const wire::ToHost& message);
    void take_program(const wire::ProgramPart& part);
    void start_task(const wire::StartTask& order);
    void spawn(const wire::StartTask& order);
    std::shared_ptr<simulated_relay> make_relay(std::uint32_t id);
    std::shared_ptr<simulated_task> make_process(const wire::StartTask& order,
                                                 const std::shared_ptr<simulated_relay>& relay);
    void attach(std::uint32_t id);
    void take_task_message(std::uint32_t id, const net::control::ToDaemon& message);
    void report_death(std::uint32_t id, int wait_status);
    void tell_run(int run, const net::control::ToTask& message);
    void forget(const wire::RunOver& over);
    [[nodiscard]] task_ledger::clock::time_point now() const;

    environment& env_;
    std::uint32_t number_;
    std::function<void()> reach_;
    std::shared_ptr<lane<wire::FromHost>> out_;
    bool returns_ = false;
    bool alive_ = true;
    task_ledger ledger_;
    std::map<std::uint32_t, task> tasks_;
    std::map<int, std::vector<std::string>> programs_;
};

}  // namespace banyan::daemon::simulation
