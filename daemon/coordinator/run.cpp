#include "daemon/coordinator/run.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <set>

#include "daemon/common/names.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

/// Survivors fail because of the first failure; what comes within this time is weighed together.
constexpr std::chrono::milliseconds weigh_failures_for{50};
/// Between asking the others to end and killing them.
constexpr std::chrono::milliseconds end_grace{250};
/// Between a user's signal that asks to end and killing.
constexpr std::chrono::milliseconds signal_grace{2000};

bool asks_to_end(int signal) {
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

}  // namespace

run::run(asio::io_context& io, int number, const wire::StartRun& request,
         const std::vector<std::shared_ptr<host_link>>& places)
    : io_(io), number_(number), request_(request), cause_timer_(io), kill_timer_(io), limit_timer_(io) {
    for (const auto& host : places) {
        member m;
        m.task = host->next_task();
        m.rank = static_cast<int>(members_.size());
        m.host = host;
        members_.push_back(std::move(m));
    }
}

void run::start(handlers h) {
    handlers_ = std::move(h);
    std::map<net::host_id, int> tasks_on;
    for (const auto& m : members_)
        ++tasks_on[m.host->number()];
    for (const auto& m : members_)
        start_member(m, tasks_on[m.host->number()]);
    if (request_.timeout_ms() <= 0) return;
    limit_timer_.expires_after(std::chrono::milliseconds(request_.timeout_ms()));
    limit_timer_.async_wait([self = shared_from_this()](const error_code& cancelled) {
        if (cancelled || self->over_) return;
        self->end_early(fmt::format("the run's limit of {} s has passed",
                                    static_cast<double>(self->request_.timeout_ms()) / 1000.0));
    });
}

void run::start_member(const member& m, int tasks_on_host) {
    wire::ToHost message;
    auto& order = *message.mutable_start();
    order.set_task(m.task.value);
    order.set_run(number_);
    order.set_rank(m.rank);
    order.set_size(static_cast<int>(members_.size()));
    order.set_tasks_on_host(tasks_on_host);
    *order.mutable_command() = request_.command();
    *order.mutable_environment() = request_.environment();
    order.set_working_directory(request_.working_directory());
    order.set_directory_must_exist(request_.directory_must_exist());
    order.set_wants_input(m.rank == 0 && request_.wants_input());
    m.host->send(message);
}

// ---- from the client

void run::output_taken(int rank, std::uint32_t bytes) {
    if (rank < 0 || rank >= static_cast<int>(members_.size())) return;
    const auto& m = members_[static_cast<std::size_t>(rank)];
    wire::ToHost message;
    message.mutable_output_taken()->set_task(m.task.value);
    message.mutable_output_taken()->set_bytes(bytes);
    m.host->send(message);
}

void run::input(const std::string& data, bool end) {
    wire::ToHost message;
    message.mutable_input()->set_task(members_.front().task.value);
    message.mutable_input()->set_data(data);
    message.mutable_input()->set_end(end);
    members_.front().host->send(message);
}

void run::signal(int number) {
    signal_all(number);
    if (!asks_to_end(number)) return;
    interrupted_by_ = number;
    kill_after(signal_grace);
}

void run::abandon() {
    abandoned_ = true;
    end_early("nobody waits for it");
    for (const auto& m : members_) {
        wire::ToHost message;
        message.mutable_discard()->set_task(m.task.value);
        m.host->send(message);
    }
    signal_all(SIGKILL);
}

void run::end_early(const std::string& text) {
    if (!cause_) cause_ = run_failure{failure_kind::by_itself, 1, text};
    end_others();
}

// ---- from the hosts

run::member* run::find(std::uint32_t task) {
    const auto found = std::ranges::find(members_, net::task_id{task}, &member::task);
    return found == members_.end() ? nullptr : &*found;
}

void run::take(const wire::FromHost& message) {
    const auto self = shared_from_this();  // the end of the run lets go of it
    if (message.has_started()) {
        auto* m = find(message.started().task());
        if (m == nullptr || m->state != life::starting) return;
        m->pid = message.started().pid();
        m->state = life::alive;
        if (cause_) end_others();  // a task that came too late
    } else if (message.has_not_started()) {
        if (auto* m = find(message.not_started().task())) take_not_started(*m, message.not_started().text());
    } else if (message.has_output()) {
        const auto* m = find(message.output().task());
        if (m != nullptr && handlers_.output && !abandoned_)
            handlers_.output(m->rank, message.output().is_error(), message.output().data());
    } else if (message.has_input_taken()) {
        if (handlers_.input_taken) handlers_.input_taken(message.input_taken().bytes());
    } else if (message.has_published()) {
        if (auto* m = find(message.published().task())) publish(*m, message.published().endpoints());
    } else if (message.has_left()) {
        auto* m = find(message.left().task());
        if (m == nullptr || m->left) return;
        m->left = true;
        tell_loss(*m, describe(*m) + ": has left its session", false, true);
    } else if (message.has_died()) {
        if (auto* m = find(message.died().task())) take_death(*m, message.died().wait_status());
    } else if (message.has_ended()) {
        if (auto* m = find(message.ended().task())) take_over(*m);
    }
}

std::string run::describe(const member& m) const {
    return describe_task(m.rank, m.task, m.host->name());
}

void run::take_not_started(member& m, const std::string& text) {
    if (m.state == life::over) return;
    fail({failure_kind::by_itself, 1, fmt::format("{}: {}", describe(m), text)});
    take_over(m);
}

void run::take_death(member& m, int wait_status) {
    if (m.state == life::dead || m.state == life::over) return;
    m.state = life::dead;
    std::string text = fmt::format("{}: {}", describe(m), describe_end(wait_status));
    if (!m.left && !m.published) text += " before it attached";
    if (!m.left) tell_loss(m, text, false, false);
    if (wait_status == 0) return;
    fail({WIFSIGNALED(wait_status) ? failure_kind::by_itself : failure_kind::status, shell_status(wait_status),
          fmt::format("{}: {}", describe(m), describe_end(wait_status))});
}

void run::take_over(member& m) {
    m.state = life::over;
    finish_if_over();
}

void run::host_lost(const host_link& host, const std::string& why) {
    const auto self = shared_from_this();
    std::string ranks;
    std::vector<member*> gone;
    for (auto& m : members_) {
        if (m.host.get() != &host || m.state == life::over) continue;
        gone.push_back(&m);
        ranks += (ranks.empty() ? "" : ", ") + std::to_string(m.rank);
    }
    if (gone.empty()) return;
    const std::string text = fmt::format("host {} is lost: {} (rank {} ran there)", host.name(), why, ranks);
    for (auto* m : gone) {
        m->state = life::over;
        if (!m->left) tell_loss(*m, fmt::format("{}: {}", describe(*m), why), true, false);
    }
    fail({failure_kind::by_itself, 1, text});
    finish_if_over();
}

void run::publish(member& m, const net::control::Endpoints& endpoints) {
    if (m.published) return;
    m.published = true;
    m.endpoints = endpoints;
    if (!std::ranges::all_of(members_, &member::published)) return;
    wire::ToHost message;
    message.mutable_table()->set_run(number_);
    for (const auto& each : members_) {
        auto& entry = *message.mutable_table()->mutable_table()->add_members();
        entry.set_task(each.task.value);
        entry.set_host(each.host->name());
        entry.set_host_number(each.host->number().value);
        *entry.mutable_endpoints() = each.endpoints;
    }
    tell_hosts(message);
}

void run::tell_loss(const member& m, const std::string& text, bool host_lost, bool orderly) {
    wire::ToHost message;
    message.mutable_loss()->set_run(number_);
    auto& loss = *message.mutable_loss()->mutable_loss();
    loss.set_task(m.task.value);
    loss.set_text(text);
    loss.set_host_lost(host_lost);
    loss.set_orderly(orderly);
    tell_hosts(message);
}

void run::tell_hosts(const wire::ToHost& message) const {
    std::set<host_link*> hosts;
    for (const auto& m : members_)
        hosts.insert(m.host.get());
    for (auto* host : hosts)
        host->send(message);
}

// ---- how it ends

void run::signal_all(int number) const {
    for (const auto& m : members_)
        if (m.state == life::alive) signal_task_of(m, number);
}

void run::fail(run_failure failure) {
    if (cause_) return;
    const bool first = failures_.empty();
    failures_.add(std::move(failure));
    if (!first) return;
    cause_timer_.expires_after(weigh_failures_for);
    cause_timer_.async_wait([self = shared_from_this()](const error_code& cancelled) {
        if (cancelled) return;
        self->settle_cause();
        self->end_others();
        self->finish_if_over();
    });
}

void run::settle_cause() {
    if (!cause_) cause_ = failures_.cause();
    if (!cause_ || interrupted_by_ == 0) return;
    const auto name = signal_name(interrupted_by_);
    cause_ = run_failure{failure_kind::by_itself, 128 + interrupted_by_, fmt::format("interrupted by {}", name)};
}

void run::end_others() {
    if (over_) return;
    signal_all(SIGTERM);
    kill_after(end_grace);
}

void run::kill_after(std::chrono::milliseconds grace) {
    kill_timer_.expires_after(grace);
    kill_timer_.async_wait([self = shared_from_this()](const error_code& cancelled) {
        if (cancelled || self->over_) return;
        self->signal_all(SIGKILL);
    });
}

void run::finish_if_over() {
    const bool all_over = std::ranges::all_of(members_, [](const member& m) { return m.state == life::over; });
    if (over_ || !all_over) return;
    over_ = true;
    settle_cause();
    for (auto* timer : {&cause_timer_, &kill_timer_, &limit_timer_})
        timer->cancel();
    wire::ToHost message;
    message.mutable_run_over()->set_run(number_);
    tell_hosts(message);
    const auto ended = std::move(handlers_.ended);
    handlers_ = {};
    if (ended) ended(cause_ ? cause_->status : 0, cause_ ? cause_->text : "");
}

// ---- for lists

bool run::has_task(net::task_id task) const {
    return std::ranges::find(members_, task, &member::task) != members_.end();
}

int run::living_on(net::host_id host) const {
    return static_cast<int>(std::ranges::count_if(members_, [host](const member& m) {
        return m.host->number() == host && (m.state == life::alive || m.state == life::starting);
    }));
}

void run::list(wire::Tasks& tasks) const {
    for (const auto& m : members_) {
        if (m.state != life::alive && m.state != life::starting) continue;
        auto& entry = *tasks.add_tasks();
        entry.set_task(m.task.value);
        entry.set_rank(m.rank);
        entry.set_host(m.host->name());
        entry.set_pid(m.pid);
        entry.set_program(request_.command(0));
        entry.set_run(number_);
    }
}

void run::signal_task(net::task_id task, int number) {
    for (const auto& m : members_)
        if (m.task == task && m.state == life::alive) signal_task_of(m, number);
}

void run::signal_task_of(const member& m, int number) {
    wire::ToHost message;
    message.mutable_signal()->set_task(m.task.value);
    message.mutable_signal()->set_signal(number);
    m.host->send(message);
}

}  // namespace banyan::daemon
