// The process of a simulated task. It follows its program until the program or a signal ends it.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "simulated_relay.hpp"

namespace banyan::daemon::simulation {

class simulated_task : public std::enable_shared_from_this<simulated_task> {
  public:
    struct surroundings {
        std::function<void()> attach;
        std::function<void(const net::control::ToDaemon&)> say;
        std::function<void(int wait_status)> died;
    };

    simulated_task(environment& env, const wire::StartTask& order, std::shared_ptr<simulated_relay> pipes,
                   surroundings s);

    void start() { wake(); }
    void hear(const net::control::ToTask& message);
    void signal(int number);
    /// Called when its host is lost.
    void vanish() { alive_ = false; }
    [[nodiscard]] bool is_alive() const { return alive_; }
    /// Called when something has happened that it may wait for.
    void wake();

  private:
    void advance();
    bool try_step(const step& now);
    bool print(const step& now);
    bool read(const step& now);
    bool attach();
    bool pause(nanoseconds time);
    void give_up(int rank);
    void leave();
    void end();
    void end_in_order();
    void die(int wait_status, bool by_itself);
    [[nodiscard]] bool is_lost(int rank) const;
    [[nodiscard]] bool is_given_up_by(int rank) const;

    environment& env_;
    const program& program_;
    std::uint32_t id_;
    int rank_;
    std::shared_ptr<simulated_relay> pipes_;
    surroundings around_;
    std::size_t next_ = 0;
    std::uint64_t done_ = 0;  // progress in the current step
    bool paused_ = false;
    bool attached_ = false, left_ = false;
    std::map<int, std::uint32_t> table_;
    std::set<std::uint32_t> lost_, gave_up_;
    std::uint64_t written_[2] = {0, 0};
    bool scheduled_ = false;
    bool alive_ = true;
    bool ending_ = false;
};

}  // namespace banyan::daemon::simulation
