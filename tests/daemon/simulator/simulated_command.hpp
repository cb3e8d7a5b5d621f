// A simulated `banyan run`. It uses the real counters of output, input and signals, but not the real session.
#pragma once

#include "daemon/client/kept_input.hpp"
#include "daemon/client/output_position.hpp"
#include "daemon/client/run_signals.hpp"
#include "lane.hpp"

namespace banyan::daemon::simulation {

class simulated_command {
  public:
    simulated_command(environment& env, std::function<void()> reach) : env_(env), reach_(std::move(reach)) {}

    void connected(std::shared_ptr<lane<wire::FromClient>> out);
    void connection_ended();
    void take(const wire::ToClient& message);
    void signal(int number);
    void die();
    [[nodiscard]] bool lives() const { return lives_; }

  private:
    void send_start();
    void take_started(const wire::RunStarted& started);
    void take_output(const wire::RunOutput& output);
    void take_result(const wire::RunEnded& ended);
    void take_taken(std::size_t bytes);
    void feed();
    void feed_later();
    void send_input(std::string data, bool end);
    void send_signal(int number);
    [[nodiscard]] wire::FromClient start_message() const;
    void end();

    environment& env_;
    std::function<void()> reach_;
    std::shared_ptr<lane<wire::FromClient>> out_;
    bool lives_ = true;
    bool has_asked_ = false;
    bool answered_ = false;
    bool returning_ = false;
    output_position position_{0};
    kept_input kept_input_;
    run_signals signals_;
    std::size_t fed_bytes_ = 0, under_way_bytes_ = 0;
    bool fed_all_ = false;
};

}  // namespace banyan::daemon::simulation
