#include "daemon/coordinator/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <set>

#include "banyan/net/error.hpp"
#include "daemon/common/end_signals.hpp"
#include "libnet/wire/control_frame.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

/// The status of a run that its time limit ends, as with timeout(1).
constexpr int time_limit_status = 124;
/// A century. The clock cannot add much more to its time in nanoseconds.
constexpr std::int64_t longest_time_ms = std::int64_t{100} * 365 * 24 * 3600 * 1000;

/// The longest text of one reason. A result has up to 64 reasons.
constexpr std::size_t most_reason_bytes = 8192;

std::string bounded(const std::string& reason) {
    return reason.substr(0, most_reason_bytes);
}

}  // namespace

run::run(asio::io_context& io, int number, const wire::StartRun& request, std::string program_name)
    : io_(io),
      number_(number),
      request_(request),
      program_name_(std::move(program_name)),
      command_end_(io),
      command_timer_(io),
      cause_timer_(io),
      kill_timer_(io),
      limit_timer_(io) {
    bound_times();
}

run::run(asio::io_context& io, int number, const wire::StartRun& request, std::vector<wire::ProgramPart> program,
         const std::vector<std::shared_ptr<run_host>>& places)
    : run(io, number, request, program.front().command(0)) {
    program_ = std::move(program);
    std::vector<rank_place> ranks;
    for (const auto& host : places) {
        ranks.push_back({host->number(), host->speed()});
        member m;
        m.task = host->next_task();
        m.rank = static_cast<int>(members_.size());
        m.host = host;
        members_.push_back(std::move(m));
    }
    speeds_ = run_speeds(ranks);
}

void run::bound_times() {
    request_.set_timeout_ms(std::min(request_.timeout_ms(), longest_time_ms));
    if (request_.has_grace_ms())
        request_.set_grace_ms(std::clamp(request_.grace_ms(), std::int64_t{0}, longest_time_ms));
}

void run::start(handlers h) {
    handlers_ = std::move(h);
    tell_record();
    start_members();
    limit_time(std::chrono::milliseconds(0));
}

// In a resumed run, starts only the tasks that their hosts do not know.
void run::start_members() {
    std::map<net::host_id, int> tasks_on, ranks_on;
    std::set<net::host_id> have_program;
    for (const auto& m : members_) {
        ++tasks_on[m.host->number()];
        if (m.ordered) have_program.insert(m.host->number());
    }
    for (auto& m : members_)
        if (!m.ordered && m.state == phase::starting && have_program.insert(m.host->number()).second)
            send_program(*m.host);
    program_.clear();
    for (auto& m : members_) {
        const int rank_on_host = ranks_on[m.host->number()]++;
        if (m.ordered || m.state != phase::starting) continue;
        start_member(m, rank_on_host, tasks_on[m.host->number()]);
        m.ordered = true;
    }
}

void run::limit_time(std::chrono::milliseconds used) {
    if (request_.timeout_ms() <= 0) return;
    limit_timer_.expires_after(std::chrono::milliseconds(request_.timeout_ms()) -
                               std::clamp(used, {}, std::chrono::milliseconds(longest_time_ms)));
    limit_timer_.async_wait([self = shared_from_this()](const error_code& cancelled) {
        if (!cancelled && !self->over_) self->time_out();
    });
}

void run::time_out() {
    const auto end = [self = shared_from_this()] {
        if (self->over_) return;
        self->end_early(fmt::format("the run's limit of {} s has passed",
                                    static_cast<double>(self->request_.timeout_ms()) / 1000.0),
                        time_limit_status, signal_grace);
    };
    if (std::ranges::none_of(members_, &member::published)) return end();
    ask_waits([self = shared_from_this(), end](const wire::Waits& waits) {
        if (!self->over_ && self->handlers_.waits) self->handlers_.waits(waits);
        end();
    });
}

// The environment of the command is valid only on its own computer.
void run::send_program(run_host& host) const {
    for (const auto& part : program_) {
        wire::ToHost message;
        auto& sent = *message.mutable_program();
        sent = part;
        sent.set_run(number_);
        sent.set_is_first(&part == &program_.front());
        sent.set_on_own_computer(host.is_own_computer());
        if (!host.is_own_computer()) sent.clear_own_environment();
        host.send(message);
    }
}

void run::start_member(const member& m, int rank_on_host, int tasks_on_host) {
    wire::ToHost message;
    auto& order = *message.mutable_start();
    order.set_task(m.task.value);
    order.set_run(number_);
    order.set_rank(m.rank);
    order.set_size(static_cast<int>(members_.size()));
    order.set_rank_on_host(rank_on_host);
    order.set_tasks_on_host(tasks_on_host);
    order.set_joined_output(request_.joined_output());
    if (request_.has_output_terminal()) *order.mutable_output_terminal() = request_.output_terminal();
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
    if (number == SIGKILL) return kill_all();
    if (asks_to_end(number)) interrupt(number);
    signal_all(number);
}

void run::interrupt(int number) {
    interrupted_by_ = number;
    kill_after(grace_or(signal_grace));
    tell_ending();
}

void run::abandon() {
    abandoned_ = true;
    end_early("no command waits for it");
    for (const auto& m : members_) {
        wire::ToHost message;
        message.mutable_discard()->set_task(m.task.value);
        m.host->send(message);
    }
    kill_all();
    for (auto& m : members_)
        if (!m.ordered) m.state = phase::over;
    release();
    finish_if_over();
}

void run::release() {
    released_ = true;
    forget_if_done();
}

void run::forget_if_done() {
    if (!over_ || !released_ || !on_forgotten_) return;
    wire::ToHost message;
    message.mutable_run_over()->set_run(number_);
    tell_hosts(message);
    std::exchange(on_forgotten_, nullptr)();
}

void run::end_early(const std::string& text, int status, std::chrono::milliseconds grace) {
    if (!cause_) cause_ = run_failure{.kind = failure_kind::by_itself, .status = status, .text = text};
    end_others(grace_or(grace));
}

// ---- from the hosts

run::member* run::find(std::uint32_t task) {
    const auto found = std::ranges::find(members_, net::task_id{task}, &member::task);
    return found == members_.end() ? nullptr : &*found;
}

void run::take(const wire::FromHost& message) {
    const auto self = shared_from_this();  // the owner releases the run when it ends
    if (message.has_started()) {
        if (auto* m = find(message.started().task())) take_started(*m, message.started().pid());
    } else if (message.has_not_started()) {
        if (auto* m = find(message.not_started().task())) take_not_started(*m, message.not_started());
    } else if (message.has_output()) {
        const auto* m = find(message.output().task());
        if (m != nullptr && handlers_.output && !abandoned_)
            handlers_.output(m->rank, message.output().is_error(), message.output().data());
    } else if (message.has_input_taken() && find(message.input_taken().task()) != nullptr) {
        input_.taken += message.input_taken().bytes();
        if (handlers_.input_taken) handlers_.input_taken(message.input_taken().bytes());
    } else if (message.has_published()) {
        if (auto* m = find(message.published().task())) publish(*m, message.published().endpoints());
    } else if (message.has_left()) {
        if (auto* m = find(message.left().task())) take_left(*m);
    } else if (message.has_failed()) {
        if (auto* m = find(message.failed().task())) take_failed(*m, message.failed().failure());
    } else if (message.has_gave_up()) {
        if (const auto* m = find(message.gave_up().task())) take_give_up(*m, message.gave_up().gave_up());
    } else if (message.has_report()) {
        const auto asked = wait_collectors_.find(message.report().report().request());
        if (asked != wait_collectors_.end()) std::shared_ptr(asked->second)->take(message.report());
    } else if (message.has_died()) {
        if (auto* m = find(message.died().task())) take_death(*m, message.died().wait_status());
    } else if (message.has_ended()) {
        if (auto* m = find(message.ended().task())) take_ended(*m);
    }
}

void run::take_started(member& m, int pid) {
    if (m.state != phase::starting) return;
    m.pid = pid;
    m.state = phase::alive;
    tell_started(m);
    if (!killed_ && interrupted_by_ == 0 && !cause_) return;
    // The task started after the others were asked to end.
    signal_task_of(m, killed_ ? SIGKILL : interrupted_by_ != 0 ? interrupted_by_ : SIGTERM);
}

void run::tell_started(const member& m) const {
    if (handlers_.task_started && request_.wants_task_starts()) handlers_.task_started(m.rank, m.pid);
}

void run::take_not_started(member& m, const wire::TaskNotStarted& what) {
    if (m.state == phase::over) return;
    run_failure failure{.kind = failure_kind::by_itself,
                        .status = std::max(1, what.status()),
                        .text = fmt::format("{}: {}", m.text(), bounded(what.text()))};
    failure.tasks = {m.task};
    failure.rank = m.rank;
    failure.host = m.host->name();
    fail(std::move(failure));
    take_ended(m);
}

void run::take_left(member& m) {
    if (m.left) return;
    m.left = true;
    tell_loss(m, m.text() + ": has left its session", false, true);
}

void run::take_failed(member& m, const net::control::Failure& failure) {
    m.uncaught = failure;
    m.uncaught->set_text(bounded(failure.text()));
}

// Only the peer is told: the task itself has not ended.
void run::take_give_up(const member& m, const net::control::GaveUp& told) {
    const auto* peer = find(told.peer());
    if (peer == nullptr || peer->state != phase::alive) return;
    wire::ToHost message;
    message.mutable_task_loss()->set_task(told.peer());
    auto& loss = *message.mutable_task_loss()->mutable_loss();
    loss.set_task(m.task.value);
    loss.set_text(fmt::format("{} closed the connection to this task: {}", m.text(), bounded(told.text())));
    loss.set_link_only(true);
    peer->host->send(message);
}

void run::take_ended(member& m) {
    m.state = phase::over;
    finish_if_over();
}

void run::host_lost(const run_host& host, const std::string& why) {
    const auto self = shared_from_this();
    tell_ended_tasks(host);
    std::string ranks;
    std::vector<member*> gone;
    for (auto& m : members_) {
        if (m.host->number() != host.number() || m.state == phase::over) continue;
        gone.push_back(&m);
        ranks += (ranks.empty() ? "" : ", ") + std::to_string(m.rank);
    }
    if (gone.empty()) return;
    const std::string text = fmt::format("host {} is lost: {} (rank {} ran there)", host.name(), bounded(why), ranks);
    run_failure failure{.kind = failure_kind::by_itself, .text = text, .host = host.name()};
    for (auto* m : gone) {
        m->state = phase::over;
        failure.tasks.push_back(m->task);
        if (!m->left) tell_loss(*m, fmt::format("{}: {}", m->text(), bounded(why)), true, false);
        failure.lost_as = std::min(failure.lost_as, m->lost_as);
    }
    fail(std::move(failure));
    finish_if_over();
}

void run::publish(member& m, const net::control::Endpoints& endpoints) {
    if (m.published) return;
    if (endpoints.ByteSizeLong() > most_endpoint_bytes)
        throw net::error(net::errc::protocol_violation, m.text() + " listens at too many addresses");
    m.published = true;
    m.endpoints = endpoints;
    if (all_attached()) tell_table();
}

void run::tell_table() {
    wire::ToHost message;
    message.mutable_table()->set_run(number_);
    message.mutable_table()->mutable_table()->set_speeds_measured_at(speeds_.measured_at());
    for (const auto& each : members_) {
        auto& entry = *message.mutable_table()->mutable_table()->add_members();
        entry.set_task(each.task.value);
        entry.set_host(each.host->name());
        entry.set_host_number(each.host->number().value);
        *entry.mutable_endpoints() = each.endpoints;
        if (each.rank < speeds_.values_size()) entry.set_speed(speeds_.values(each.rank));
    }
    if (message.ByteSizeLong() > net::max_control_frame_bytes)
        return end_early(fmt::format("the addresses of its {} tasks are too long for one message", members_.size()));
    tell_hosts(message);
}

bool run::all_attached() const {
    return std::ranges::all_of(members_, &member::published);
}

void run::tell_loss(member& m, const std::string& text, bool host_lost, bool orderly) {
    m.lost_as = losses_.size();
    losses_.push_back(m.task);
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
    std::map<net::host_id, run_host*> hosts;  // by number, so that a simulation can be replayed
    for (const auto& m : members_)
        hosts[m.host->number()] = m.host.get();
    for (const auto& [number, host] : hosts)
        host->send(message);
}

}  // namespace banyan::daemon
