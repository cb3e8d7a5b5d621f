// Checks the guarantees of the daemons. It records what happens to each task and to the command. It does not use the
// classes of the daemons.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "daemon/daemon.pb.h"
#include "scenario.hpp"

namespace banyan::daemon::simulation {

/// A guarantee has been broken.
class violation : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class guarantees {
  public:
    explicit guarantees(const scenario& plan) : plan_(plan) {}

    [[nodiscard]] static char output_byte(int rank, bool is_error, std::uint64_t index);
    [[nodiscard]] static char input_byte(std::uint64_t index);

    // ---- tasks, by id
    void spawned(std::uint32_t task, const wire::StartTask& order, std::uint32_t host, bool has_program);
    void not_started(std::uint32_t task, const wire::StartTask& order, std::uint32_t host);
    void wrote(std::uint32_t task, bool is_error, std::size_t bytes);
    void read(std::uint32_t task, const std::string& data);
    void read_end(std::uint32_t task);
    void published(std::uint32_t task);
    void left(std::uint32_t task);
    void gave_up(std::uint32_t task, std::uint32_t peer) { gave_up_.insert({task, peer}); }
    /// True if `peer` must be told that `task` has given it up.
    [[nodiscard]] bool must_be_told(std::uint32_t task, std::uint32_t peer) const;
    void heard(std::uint32_t task, const net::control::ToTask& message);
    /// The task was asked to end, or was killed.
    void signalled(std::uint32_t task, int signal);
    void ended(std::uint32_t task, int wait_status, bool by_itself);
    /// A coordinator knows that the task runs.
    void known_alive(std::uint32_t task);

    void run_made(int run);

    // ---- hosts
    void host_lost(std::uint32_t host) { lost_hosts_.insert(host); }

    // ---- the command
    void answered() { answered_ = true; }
    void user_signalled(int signal);
    void command_died() { command_died_ = true; }
    void received(int rank, bool is_error, const std::string& data);
    void result(const wire::RunEnded& ended);
    void failure(const std::string& text);

    /// Called when nothing more happens.
    void check_end() const;
    /// The state of the tasks, for the error if a scenario does not end.
    [[nodiscard]] std::string whereabouts() const;

  private:
    struct task_entry {
        int rank = 0;
        int run = 0;
        std::uint32_t host = 0;
        std::uint64_t written[2] = {0, 0};
        std::uint64_t read = 0;
        bool published = false;
        bool left = false;
        bool has_table = false;
        bool known_alive = false;
        bool must_be_asked = false;
        bool asked = false;
        bool could_start = true;
        std::optional<int> wait_status{};
        bool by_itself = false;
        std::vector<std::uint32_t> losses{};
    };

    task_entry& order(std::uint32_t task, const wire::StartTask& order, std::uint32_t host);
    task_entry& entry(std::uint32_t task) { return tasks_.at(task); }
    [[nodiscard]] bool is_lost(const task_entry& task) const { return lost_hosts_.contains(task.host); }
    [[nodiscard]] bool is_any_host_lost() const;
    void heard_table(task_entry& task, const net::control::Table& table);
    void heard_loss(task_entry& task, const net::control::Loss& loss);
    void check_output() const;
    void check_status(int status) const;
    void check_interrupted(int status) const;
    void check_losses() const;
    [[nodiscard]] std::vector<int> own_failures() const;
    [[nodiscard]] bool has_died_by_signal() const;
    [[nodiscard]] std::string name(const task_entry& task) const;

    const scenario& plan_;
    std::map<std::uint32_t, task_entry> tasks_;
    std::map<int, std::uint32_t> by_rank_;
    std::map<int, std::uint64_t> received_[2];
    std::set<std::pair<std::uint32_t, std::uint32_t>> gave_up_;
    std::set<std::uint32_t> lost_hosts_;
    std::set<std::uint32_t> hosts_said_lost_;
    std::set<int> unanswered_runs_;  // runs that were made before the command was told of any run
    std::set<int> asked_by_;
    bool killed_ = false;
    bool answered_ = false;
    bool command_died_ = false;
    std::optional<int> status_;
};

}  // namespace banyan::daemon::simulation
