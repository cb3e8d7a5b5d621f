#include "simulated_command.hpp"

#include <algorithm>

#include "daemon/client/standard_input.hpp"

namespace banyan::daemon::simulation {

wire::FromClient simulated_command::start_message() const {
    wire::FromClient message;
    auto& start = *message.mutable_start_run();
    start.set_token("the token");
    start.set_is_again(has_asked_);
    start.set_tasks(static_cast<int>(env_.plan.size()));
    start.set_wants_input(env_.plan.wants_input);
    if (env_.plan.time_limit) start.set_timeout_ms(std::max<std::int64_t>(1, *env_.plan.time_limit / millisecond));
    if (env_.plan.grace) start.set_grace_ms(*env_.plan.grace / millisecond);
    if (!answered_) return message;
    start.mutable_received()->Assign(position_.received().begin(), position_.received().end());
    start.mutable_credited()->Assign(position_.credited().begin(), position_.credited().end());
    start.set_asked_to_end_by(signals_.asked_to_end_by());
    return message;
}

void simulated_command::send_start() {
    wire::FromClient program, argument;
    program.mutable_program()->add_command("./program");
    argument.mutable_program()->add_command("argument");
    for (const auto& message : {program, argument, start_message()})
        out_->send(message);
    has_asked_ = true;
}

void simulated_command::connected(std::shared_ptr<lane<wire::FromClient>> out) {
    out_ = std::move(out);
    if (!answered_) return send_start();
    signals_.begin_return();
    returning_ = true;
    kept_input_.hold();
    send_start();
}

void simulated_command::connection_ended() {
    if (!lives_) return;
    env_.say("the command has lost its coordinator");
    out_ = nullptr;
    reach_();
}

void simulated_command::die() {
    if (!lives_) return;
    env_.say("the command dies");
    env_.book.command_died();
    lives_ = false;
    if (out_) out_->break_off();
}

void simulated_command::take(const wire::ToClient& message) {
    if (!lives_) return;
    env_.say("  to the command: message {}", static_cast<int>(message.kind_case()));
    if (message.has_run_started()) take_started(message.run_started());
    if (message.has_output()) take_output(message.output());
    if (message.has_input_taken()) take_taken(message.input_taken().bytes());
    if (message.has_run_ended()) take_result(message.run_ended());
    if (message.has_failure()) {
        env_.book.failure(message.failure().text());
        end();
    }
}

void simulated_command::take_started(const wire::RunStarted& started) {
    if (!std::exchange(answered_, true)) {
        env_.book.answered();
        position_ = output_position(static_cast<int>(env_.plan.size()));
        if (env_.plan.wants_input) feed_later();
        return;
    }
    if (!std::exchange(returning_, false)) throw violation("the command gets an answer that it has not asked for");
    for (const int signal : signals_.end_return())
        send_signal(signal);
    if (!env_.plan.wants_input) return;
    auto rest = kept_input_.resume(started.input_received(), started.input_taken(), started.input_ended());
    under_way_bytes_ -= std::min(rest.newly_taken, under_way_bytes_);
    if (!rest.data.empty() || rest.end) send_input(std::move(rest.data), rest.end);
    feed_later();
}

void simulated_command::take_output(const wire::RunOutput& output) {
    env_.book.received(output.rank(), output.is_error(), output.data());
    const auto credit = position_.take(output.rank(), output.data().size());
    if (credit == 0 || !out_) return;
    wire::FromClient message;
    message.mutable_output_taken()->set_rank(output.rank());
    message.mutable_output_taken()->set_bytes(static_cast<std::uint32_t>(credit));
    out_->send(message);
}

void simulated_command::take_result(const wire::RunEnded& ended) {
    env_.say("the result: status {}, {}", ended.status(), ended.text());
    env_.book.result(ended);
    wire::FromClient message;
    message.mutable_result_taken();
    if (out_) out_->send(message);
    end();
}

void simulated_command::end() {
    lives_ = false;
    if (out_) out_->close();
}

// ---- standard input

void simulated_command::take_taken(std::size_t bytes) {
    kept_input_.taken(bytes);
    under_way_bytes_ -= std::min(bytes, under_way_bytes_);
    feed_later();
}

void simulated_command::feed_later() {
    env_.after(env_.delay(), [this] { feed(); });
}

void simulated_command::feed() {
    if (!lives_ || fed_all_ || under_way_bytes_ >= env_.plan.input_window_bytes) return;
    const auto most =
        std::min({standard_input::piece_bytes, env_.plan.input_window_bytes, env_.plan.input_bytes - fed_bytes_});
    std::string data;
    for (auto bytes = most == 0 ? 0 : env_.random.between(1, most); bytes > 0; --bytes)
        data += guarantees::input_byte(fed_bytes_++);
    under_way_bytes_ += data.size();
    fed_all_ = data.empty();
    if (kept_input_.add(data, fed_all_)) send_input(data, fed_all_);
    feed_later();
}

void simulated_command::send_input(std::string data, bool end) {
    wire::FromClient message;
    message.mutable_input()->set_data(std::move(data));
    message.mutable_input()->set_end(end);
    if (out_) out_->send(message);
}

// ---- signals

// A signal that comes before the run exists ends the command.
void simulated_command::signal(int number) {
    if (!lives_) return;
    if (!answered_) return die();
    env_.say("the user sends signal {}", number);
    env_.book.user_signalled(number);
    if (signals_.take(number, out_ != nullptr)) send_signal(number);
}

void simulated_command::send_signal(int number) {
    wire::FromClient message;
    message.mutable_signal()->set_signal(number);
    if (out_) out_->send(message);
}

}  // namespace banyan::daemon::simulation
