#include "simulated_task.hpp"

#include <algorithm>
#include <csignal>

namespace banyan::daemon::simulation {

using act = step::act;

simulated_task::simulated_task(environment& env, const wire::StartTask& order, std::shared_ptr<simulated_relay> pipes,
                               surroundings s)
    : env_(env),
      program_(env.plan.programs.at(static_cast<std::size_t>(order.rank()))),
      id_(order.task()),
      rank_(order.rank()),
      pipes_(std::move(pipes)),
      around_(std::move(s)) {}

void simulated_task::wake() {
    if (!alive_ || std::exchange(scheduled_, true)) return;
    env_.after(env_.delay(), [self = shared_from_this()] {
        self->scheduled_ = false;
        self->advance();
    });
}

void simulated_task::advance() {
    if (!alive_ || ending_) return;
    if (next_ == program_.steps.size()) return end();
    if (!try_step(program_.steps[next_])) return;
    ++next_;
    done_ = 0;
    paused_ = false;
    wake();
}

bool simulated_task::try_step(const step& now) {
    switch (now.what) {
        case act::print:
            return print(now);
        case act::pause:
            return pause(now.number);
        case act::attach:
            return attach();
        case act::read:
        case act::read_all:
            return read(now);
        case act::give_up:
            give_up(static_cast<int>(now.number));
            return true;
        case act::await_give_up:
            return is_given_up_by(static_cast<int>(now.number));
        case act::await_losses:
            return lost_.size() + 1 >= env_.plan.size();
        case act::hang:
            return false;
        case act::leave:
            leave();
            return true;
    }
    return true;
}

bool simulated_task::print(const step& now) {
    if (pipes_->is_broken()) {
        die(SIGPIPE, false);
        return false;
    }
    const auto bytes = std::min<std::uint64_t>(now.number - done_, pipes_->room(now.is_error));
    std::string data;
    auto& written = written_[now.is_error ? 1 : 0];
    for (std::uint64_t i = 0; i < bytes; ++i)
        data += guarantees::output_byte(rank_, now.is_error, written++);
    env_.book.wrote(id_, now.is_error, data.size());
    done_ += bytes;
    if (!data.empty()) pipes_->write(now.is_error, data);
    return done_ == now.number;
}

bool simulated_task::read(const step& now) {
    const bool all = now.what == act::read_all;
    while (all || done_ < now.number) {
        const auto data = pipes_->read(all ? std::string::npos : now.number - done_);
        if (data.empty()) break;
        done_ += data.size();
        env_.book.read(id_, data);
    }
    if (!all && done_ == now.number) return true;
    if (!pipes_->is_input_over()) return false;
    env_.book.read_end(id_);
    return true;
}

bool simulated_task::pause(nanoseconds time) {
    if (done_ == 1) return true;
    if (!std::exchange(paused_, true))
        env_.after(time, [self = shared_from_this()] {
            self->done_ = 1;
            self->wake();
        });
    return false;
}

bool simulated_task::attach() {
    if (!std::exchange(attached_, true)) {
        around_.attach();
        net::control::ToDaemon message;
        message.mutable_publish()->set_unix_path(std::to_string(id_));
        env_.book.published(id_);
        around_.say(message);
    }
    return !table_.empty() || !lost_.empty();
}

bool simulated_task::is_lost(int rank) const {
    const auto peer = table_.find(rank);
    return peer == table_.end() || lost_.contains(peer->second);
}

bool simulated_task::is_given_up_by(int rank) const {
    const auto peer = table_.find(rank);
    if (peer == table_.end()) return true;
    if (env_.book.must_be_told(peer->second, id_)) return gave_up_.contains(peer->second);
    return lost_.contains(peer->second);
}

void simulated_task::give_up(int rank) {
    if (is_lost(rank)) return;
    net::control::ToDaemon message;
    message.mutable_gave_up()->set_peer(table_.at(rank));
    message.mutable_gave_up()->set_text("no way to it");
    env_.book.gave_up(id_, table_.at(rank));
    around_.say(message);
}

void simulated_task::leave() {
    if (!attached_ || std::exchange(left_, true)) return;
    env_.book.left(id_);
    net::control::ToDaemon message;
    message.mutable_leave();
    around_.say(message);
}

void simulated_task::hear(const net::control::ToTask& message) {
    if (!alive_) return;
    env_.book.heard(id_, message);
    for (int rank = 0; rank < message.table().members_size(); ++rank)
        table_[rank] = message.table().members(rank).task();
    if (message.has_loss() && message.loss().task() != id_)
        (message.loss().link_only() ? gave_up_ : lost_).insert(message.loss().task());
    if (message.has_report_request() && program_.answers_reports)
        env_.after(env_.delay(), [self = shared_from_this(), number = message.report_request().request()] {
            if (!self->alive_ || self->left_) return;
            net::control::ToDaemon answer;
            answer.mutable_report()->set_request(number);
            self->around_.say(answer);
        });
    wake();
}

void simulated_task::signal(int number) {
    if (!alive_) return;
    env_.book.signalled(id_, number);
    if (number == SIGKILL) return die(SIGKILL, false);
    if (number == SIGUSR1 || program_.policy == on_request::ignores || ending_) return;
    if (program_.policy == on_request::dies) return die(number, false);
    ending_ = true;
    env_.after(program_.end_pause, [self = shared_from_this()] { self->end_in_order(); });
}

void simulated_task::end_in_order() {
    if (!alive_) return;
    leave();
    die(0, false);
}

void simulated_task::end() {
    if (program_.signal == 0) return die(program_.exit_status << 8, true);
    if (program_.has_exception && attached_ && !left_) {
        net::control::ToDaemon message;
        message.mutable_failure()->set_text("an exception");
        around_.say(message);
    }
    die(program_.signal, true);
}

void simulated_task::die(int wait_status, bool by_itself) {
    alive_ = false;
    env_.say("rank {} ends with {:#x}", rank_, wait_status);
    env_.book.ended(id_, wait_status, by_itself);
    around_.died(wait_status);
}

}  // namespace banyan::daemon::simulation
