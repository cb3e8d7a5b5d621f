// The pipes of a simulated task, and the relay of its daemon. Replaces daemon/host/task_relay.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "daemon/host/kept_output.hpp"
#include "environment.hpp"

namespace banyan::daemon::simulation {

class simulated_relay : public std::enable_shared_from_this<simulated_relay> {
  public:
    struct handlers {
        std::function<void(bool is_error, const std::string& data)> output;
        std::function<void(std::size_t bytes)> input_taken;
        std::function<void()> finished;
        std::function<void()> changed;  ///< the task can continue to write or read
    };

    simulated_relay(environment& env, handlers h) : env_(env), handlers_(std::move(h)) {}

    // ---- the ends of the task
    [[nodiscard]] std::size_t room(bool is_error) const;
    void write(bool is_error, const std::string& data);
    [[nodiscard]] bool is_broken() const { return !output_.open; }
    [[nodiscard]] std::string read(std::size_t most_bytes);
    [[nodiscard]] bool is_input_over() const { return input_ends_ && input_.empty() && queue_.empty(); }

    // ---- the ends of the daemon
    void hold();
    void resume(std::uint64_t received, std::uint64_t credited);
    void output_taken(std::size_t bytes);
    void discard();
    void input(const std::string& data, bool end);
    void process_died();

  private:
    struct source {
        std::string pipe{};
        bool reading = false;
        bool open = true;
    };
    void read_more();
    void read_on(source& from);
    void take_ready(source& from);
    void fill_input();
    void finish_if_over();

    environment& env_;
    handlers handlers_;
    source output_, error_;
    kept_output kept_;
    std::string input_;
    std::deque<std::string> queue_;
    std::size_t written_ = 0;  // bytes of the first entry of queue_ that are in the pipe
    bool input_ends_ = false;
    bool died_ = false;
    bool finished_ = false;
};

}  // namespace banyan::daemon::simulation
