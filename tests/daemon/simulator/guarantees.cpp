#include "guarantees.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>

#include "banyan/net/ids.hpp"

namespace banyan::daemon::simulation {

namespace {

/// One coordinator can lose both the request to end and the kill. The next one kills at once.
constexpr nanoseconds short_grace = 2 * second;

}  // namespace

char guarantees::output_byte(int rank, bool is_error, std::uint64_t index) {
    const auto word = (index + 1) * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(rank) * 77 + (is_error ? 13 : 0);
    return static_cast<char>(word >> 56);
}

char guarantees::input_byte(std::uint64_t index) {
    return output_byte(100, false, index);
}

std::string guarantees::name(const task_entry& task) const {
    return fmt::format("rank {} on host {}", task.rank, task.host);
}

// ---- tasks

guarantees::task_entry& guarantees::order(std::uint32_t task, const wire::StartTask& order, std::uint32_t host) {
    if (tasks_.contains(task)) throw violation(fmt::format("task {:x} is started twice", task));
    // A run is new if only a lost host knew it and the command had not been told of it.
    if (const auto before = by_rank_.find(order.rank()); before != by_rank_.end())
        if (!unanswered_runs_.contains(order.run()) || !is_lost(entry(before->second)))
            throw violation(fmt::format("rank {} is started twice", order.rank()));
    by_rank_[order.rank()] = task;
    auto& made = tasks_[task];
    made.rank = order.rank();
    made.run = order.run();
    made.host = host;
    return made;
}

void guarantees::spawned(std::uint32_t task, const wire::StartTask& what, std::uint32_t host, bool has_program) {
    const auto& made = order(task, what, host);
    if (!has_program) throw violation(name(made) + " is started without the whole of its program");
    if (status_) throw violation(name(made) + " is started after the result");
}

void guarantees::not_started(std::uint32_t task, const wire::StartTask& what, std::uint32_t host) {
    order(task, what, host).could_start = false;
}

void guarantees::wrote(std::uint32_t task, bool is_error, std::size_t bytes) {
    entry(task).written[is_error ? 1 : 0] += bytes;
}

void guarantees::read(std::uint32_t task, const std::string& data) {
    auto& reader = entry(task);
    for (const char c : data)
        if (c != input_byte(reader.read++))
            throw violation(fmt::format("{} reads a wrong byte of input at {}", name(reader), reader.read - 1));
}

void guarantees::read_end(std::uint32_t task) {
    const auto& reader = entry(task);
    if (reader.read != plan_.input_bytes)
        throw violation(
            fmt::format("the input of {} ends after {} bytes of {}", name(reader), reader.read, plan_.input_bytes));
}

void guarantees::published(std::uint32_t task) {
    entry(task).published = true;
}

void guarantees::left(std::uint32_t task) {
    entry(task).left = true;
}

bool guarantees::must_be_told(std::uint32_t task, std::uint32_t peer) const {
    return gave_up_.contains({task, peer}) && !is_lost(tasks_.at(task));
}

void guarantees::heard(std::uint32_t task, const net::control::ToTask& message) {
    if (message.has_table()) heard_table(entry(task), message.table());
    if (message.has_loss()) heard_loss(entry(task), message.loss());
}

void guarantees::heard_table(task_entry& task, const net::control::Table& table) {
    if (std::exchange(task.has_table, true)) throw violation(name(task) + " gets the table twice");
    if (table.members_size() != static_cast<int>(plan_.size())) throw violation(name(task) + " gets a wrong table");
    for (int rank = 0; rank < table.members_size(); ++rank) {
        const auto& member = table.members(rank);
        const auto& known = entry(member.task());
        const bool right = known.rank == rank && known.published && known.host == member.host_number() &&
                           member.endpoints().unix_path() == std::to_string(member.task());
        if (!right) throw violation(fmt::format("{} gets a table in which rank {} is wrong", name(task), rank));
    }
}

void guarantees::heard_loss(task_entry& task, const net::control::Loss& loss) {
    if (loss.link_only()) return;
    if (std::ranges::find(task.losses, loss.task()) != task.losses.end())
        throw violation(fmt::format("{} is told twice of the loss of task {:x}", name(task), loss.task()));
    task.losses.push_back(loss.task());
    if (loss.host_lost()) hosts_said_lost_.insert(net::task_id{loss.task()}.host_part());
    const auto found = tasks_.find(loss.task());
    if (found == tasks_.end()) return;
    const auto& lost = found->second;
    if (loss.orderly() && !lost.left) throw violation(name(lost) + " is said to have left");
    if (!loss.orderly() && lost.left && !is_lost(lost))
        throw violation(name(lost) + " has left, and is said to be dead");
    const bool over = lost.left || lost.wait_status || !lost.could_start || loss.host_lost();
    if (!over) throw violation(name(lost) + " lives, and is said to be lost");
}

void guarantees::signalled(std::uint32_t task, int signal) {
    auto& target = entry(task);
    if (signal == SIGUSR1) return;
    if (signal == SIGKILL && target.must_be_asked && !target.asked && !killed_ && !command_died_)
        throw violation(name(target) + " is killed without having been asked to end");
    target.asked = true;
}

void guarantees::ended(std::uint32_t task, int wait_status, bool by_itself) {
    entry(task).wait_status = wait_status;
    entry(task).by_itself = by_itself;
}

void guarantees::run_made(int run) {
    if (!answered_) unanswered_runs_.insert(run);
}

void guarantees::known_alive(std::uint32_t task) {
    if (const auto found = tasks_.find(task); found != tasks_.end()) found->second.known_alive = true;
}

// ---- the command

void guarantees::user_signalled(int signal) {
    if (signal == SIGUSR1) return;
    if (signal == SIGKILL)
        killed_ = true;
    else
        asked_by_.insert(signal);
    if (plan_.grace && *plan_.grace < short_grace) return;
    for (auto& [id, task] : tasks_)
        if (task.known_alive) task.must_be_asked = true;
}

void guarantees::received(int rank, bool is_error, const std::string& data) {
    auto& count = received_[is_error ? 1 : 0][rank];
    for (const char c : data)
        if (c != output_byte(rank, is_error, count++))
            throw violation(fmt::format("the command gets a wrong byte {} of {} of rank {}", count - 1,
                                        is_error ? "standard error" : "standard output", rank));
}

void guarantees::failure(const std::string& text) {
    if (lost_hosts_.empty()) throw violation("the command is refused: " + text);
    status_ = 1;
}

void guarantees::result(const wire::RunEnded& ended) {
    if (status_) throw violation("the command gets a second result");
    status_ = ended.status();
    for (const auto& [id, task] : tasks_)
        if (!task.wait_status && task.could_start && !is_lost(task))
            throw violation(name(task) + " lives after the result");
    check_output();
    check_status(ended.status());
    if (ended.status() == 0 && by_rank_.size() != plan_.size()) throw violation("a run is a success without all tasks");
}

void guarantees::check_output() const {
    for (const auto& [id, task] : tasks_)
        for (const int stream : {0, 1}) {
            const auto found = received_[stream].find(task.rank);
            const auto came = found == received_[stream].end() ? 0 : found->second;
            const bool is_right = is_lost(task) ? came <= task.written[stream] : came == task.written[stream];
            if (!is_right && id == by_rank_.at(task.rank))
                throw violation(fmt::format("the command has {} bytes of stream {} of {}, which wrote {}", came,
                                            stream + 1, name(task), task.written[stream]));
        }
}

bool guarantees::is_any_host_lost() const {
    return std::ranges::any_of(plan_.places, [&](std::uint32_t host) { return lost_hosts_.contains(host); });
}

std::vector<int> guarantees::own_failures() const {
    std::vector<int> statuses;
    for (const auto& [id, task] : tasks_) {
        const auto& p = plan_.programs[static_cast<std::size_t>(task.rank)];
        if (!task.could_start) {
            statuses.push_back(p.not_started_status);
        } else if (task.by_itself && task.wait_status) {
            const int status = *task.wait_status;
            const int shell = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
            if (shell != 0 || (task.published && !task.left)) statuses.push_back(std::max(shell, 1));
        }
    }
    return statuses;
}

bool guarantees::has_died_by_signal() const {
    return std::ranges::any_of(tasks_, [](const auto& entry) {
        const auto& status = entry.second.wait_status;
        return status && !entry.second.by_itself && WIFSIGNALED(*status);
    });
}

// Checks the status only if the cause is certain.
void guarantees::check_status(int status) const {
    if (is_any_host_lost()) return;
    const auto expect = [&](std::initializer_list<int> allowed) {
        if (std::ranges::find(allowed, status) == allowed.end())
            throw violation(fmt::format("the run ends with status {}, not {}", status, *allowed.begin()));
    };
    const auto failures = own_failures();
    const bool has_request = !asked_by_.empty() || killed_ || plan_.time_limit;
    if (!has_request && failures.empty()) return expect({0});
    if (!has_request && failures.size() == 1) return expect({failures.front()});
    if (!failures.empty() || killed_) return;
    if (plan_.time_limit && asked_by_.empty()) return has_died_by_signal() ? expect({124}) : expect({0, 124});
    if (!plan_.time_limit) check_interrupted(status);
}

void guarantees::check_interrupted(int status) const {
    const bool is_right = has_died_by_signal() ? asked_by_.contains(status - 128) : status == 0;
    if (!is_right) throw violation(fmt::format("the interrupted run ends with status {}", status));
}

// ---- the end

// The tasks of a lost host are not compared. They can have been told in another order.
void guarantees::check_losses() const {
    std::map<int, std::vector<std::uint32_t>> longest;
    for (const auto& [id, task] : tasks_)
        if (!is_lost(task) && task.losses.size() > longest[task.run].size()) longest[task.run] = task.losses;
    for (const auto& [id, task] : tasks_) {
        const auto& all = longest[task.run];
        if (!is_lost(task) && !std::equal(task.losses.begin(), task.losses.end(), all.begin()))
            throw violation(name(task) + " is told of losses in another order than others");
    }
}

void guarantees::check_end() const {
    for (const auto& [id, task] : tasks_)
        if (!task.wait_status && task.could_start && !is_lost(task)) throw violation(name(task) + " outlives its run");
    for (const auto host : hosts_said_lost_)
        if (!lost_hosts_.contains(host)) throw violation(fmt::format("host {} is said to be lost", host));
    check_losses();
    if (!status_ && !command_died_) throw violation("the command gets no result");
}

std::string guarantees::whereabouts() const {
    std::string text;
    for (const auto& [id, task] : tasks_)
        if (!task.wait_status && task.could_start && !is_lost(task))
            text += fmt::format("; {} lives (it has {} and {} bytes written, {} read, {} losses)", name(task),
                                task.written[0], task.written[1], task.read, task.losses.size());
    return text;
}

}  // namespace banyan::daemon::simulation
