// How a run ends: failures of tasks, the choice of the cause, and the end of the other tasks.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "daemon/common/names.hpp"
#include "daemon/coordinator/run.hpp"

namespace banyan::daemon {

using boost::system::error_code;

namespace {

/// The first failure makes other tasks fail. The cause is chosen among the failures of this time.
constexpr std::chrono::milliseconds collection_time{50};
/// The longest time to wait for the end of a task, if the likely cause follows from its loss.
constexpr std::chrono::seconds longest_collection{1};
/// The number of failures in a result.
constexpr std::size_t most_listed = 64;
}  // namespace

void run::take_death(member& m, int wait_status) {
    if (m.state == phase::dead || m.state == phase::over) return;
    m.state = phase::dead;
    m.wait_status = wait_status;
    const bool unclosed = wait_status == 0 && m.published && !m.left;
    run_failure failure = failure_of(m, wait_status, losses_.size());
    if (!m.left) {
        // The text of the exception is reported separately.
        std::string text =
            failure.exception_text.empty() ? failure.text : failure.task_text + ": ended by an exception";
        if (!m.published) text += " before it attached";
        tell_loss(m, text, false, false);
        failure.lost_as = m.lost_as;
    }
    if (wait_status != 0 || unclosed) fail(std::move(failure));
}

void run::signal_all(int number) const {
    for (const auto& m : members_)
        if (m.state == phase::alive) signal_task_of(m, number);
}

// When the cause is decided, only exceptions are added: other ends result from ending the run.
void run::fail(run_failure failure) {
    if (cause_ && failure.exception_text.empty()) return;
    const bool first = failures_.empty() && !cause_;
    failures_.add(std::move(failure));
    if (!first) return;
    collect_until_ = run_clock::now() + longest_collection;
    collect_failures();
}

void run::collect_failures() {
    cause_timer_.expires_after(collection_time);
    cause_timer_.async_wait([self = shared_from_this()](const error_code& cancelled) {
        if (cancelled || self->over_) return;
        if (!self->cause_ && self->more_may_come()) return self->collect_failures();
        self->decide_cause();
        self->end_others(self->grace_or(end_grace));
        self->finish_if_over();
    });
}

// True while the likely cause follows from the loss of a task that has not ended yet.
bool run::more_may_come() const {
    const run_failure* likely = failures_.cause();
    if (likely == nullptr || run_clock::now() >= collect_until_) return false;
    const bool may_follow = likely->kind != failure_kind::by_itself;
    return std::ranges::any_of(members_, [&](const member& m) {
        if (m.state != phase::alive) return false;
        return m.task == likely->follows || (may_follow && m.lost_as < likely->losses_told);
    });
}

void run::decide_cause() {
    if (const auto* first = failures_.cause(); first != nullptr && !cause_) {
        cause_ = *first;
        failures_.decide();
    }
    if (!cause_ || interrupted_by_ == 0) return;
    const auto name = signal_name(interrupted_by_);
    cause_ = run_failure{.kind = failure_kind::by_itself,
                         .status = 128 + interrupted_by_,
                         .text = fmt::format("interrupted by {}", name)};
}

wire::RunEnded run::result() const {
    wire::RunEnded ended;
    if (!cause_) return ended;
    if (restored_) ended = *restored_;  // with its failures
    ended.set_status(cause_->status);
    ended.set_text(cause_->text);
    if (restored_) return ended;
    const auto add = [&](const run_failure& what, const std::string& text, bool follows) {
        if (ended.failures_size() >= static_cast<int>(most_listed)) return;
        auto& entry = *ended.add_failures();
        if (what.tasks.size() == 1) entry.set_task(what.tasks.front().value);
        entry.set_rank(what.rank);
        entry.set_host(what.host);
        entry.set_status(what.status);
        entry.set_text(text);
        entry.set_follows(follows);
    };
    const auto listed = failures_.list();
    const bool of_the_run = cause_->tasks.empty();  // the time limit or an interruption
    if (of_the_run) add(*cause_, cause_->text, false);
    for (const auto& failure : listed)
        add(failure.what, failure.text, failure.follows || (of_the_run && !failure.what.exception_text.empty()));
    return ended;
}

// Tasks that a signal of the user has asked to end are not asked again, because they may be handling the signal.
void run::end_others(std::chrono::milliseconds grace) {
    if (over_) return;
    if (interrupted_by_ == 0) kill_after(grace);
    tell_ending();
    if (interrupted_by_ == 0) signal_all(SIGTERM);
}

std::chrono::milliseconds run::grace_or(std::chrono::milliseconds usual) const {
    return request_.has_grace_ms() ? std::chrono::milliseconds(request_.grace_ms()) : usual;
}

void run::kill_after(std::chrono::milliseconds grace) {
    const auto at = run_clock::now() + grace;
    if (kill_at_ && *kill_at_ <= at) return;
    kill_at_ = at;
    kill_timer_.expires_at(at);
    kill_timer_.async_wait([self = shared_from_this()](const error_code& cancelled) {
        if (!cancelled && !self->over_) self->kill_all();
    });
}

void run::kill_all() {
    killed_ = true;
    tell_ending();
    signal_all(SIGKILL);
}

void run::finish_if_over() {
    const bool all_over = std::ranges::all_of(members_, [](const member& m) { return m.state == phase::over; });
    if (over_ || !all_over) return;
    over_ = true;
    decide_cause();
    for (auto* timer : {&cause_timer_, &kill_timer_, &limit_timer_})
        timer->cancel();
    const auto ended = std::move(handlers_.ended);
    handlers_ = {};
    if (ended) ended(result());
    forget_if_done();
}

// The hosts store it for a restarted coordinator.
void run::tell_ending() {
    if (over_) return;
    wire::ToHost message;
    auto& ending = *message.mutable_run_ending();
    ending.set_run(number_);
    if (cause_) *ending.mutable_result() = result();
    ending.set_interrupted_by(interrupted_by_);
    ending.set_killed(killed_);
    if (kill_at_)
        ending.set_grace_ms(std::max<std::int64_t>(
            0, std::chrono::ceil<std::chrono::milliseconds>(*kill_at_ - run_clock::now()).count()));
    tell_hosts(message);
}

}  // namespace banyan::daemon
