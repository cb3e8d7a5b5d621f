#include "simulated_relay.hpp"

#include <algorithm>

namespace banyan::daemon::simulation {

std::size_t simulated_relay::room(bool is_error) const {
    return env_.plan.pipe_bytes - (is_error ? error_ : output_).pipe.size();
}

void simulated_relay::write(bool is_error, const std::string& data) {
    (is_error ? error_ : output_).pipe += data;
    read_more();
}

std::string simulated_relay::read(std::size_t most_bytes) {
    auto data = input_.substr(0, most_bytes);
    input_.erase(0, data.size());
    fill_input();
    return data;
}

void simulated_relay::read_more() {
    read_on(output_);
    read_on(error_);
}

void simulated_relay::read_on(source& from) {
    const bool is_ready = !from.pipe.empty() || died_;
    if (!from.open || from.reading || !is_ready || !kept_.has_room()) return;
    from.reading = true;
    env_.after(env_.delay(), [self = shared_from_this(), &from] {
        from.reading = false;
        if (from.open) self->take_ready(from);
    });
}

void simulated_relay::take_ready(source& from) {
    auto data = from.pipe.substr(0, kept_output::piece_bytes);
    from.pipe.erase(0, data.size());
    if (!data.empty()) {
        const bool is_error = &from == &error_;
        if (!kept_.is_held()) handlers_.output(is_error, data);
        kept_.add(is_error, std::move(data));
        handlers_.changed();
    }
    if (from.pipe.empty() && died_) {
        from.open = false;
        return finish_if_over();
    }
    read_on(from);
}

void simulated_relay::hold() {
    kept_.hold();
    finished_ = false;
}

void simulated_relay::resume(std::uint64_t received, std::uint64_t credited) {
    if (!kept_.is_held()) return;
    for (const auto& piece : kept_.resume(received, credited))
        handlers_.output(piece.is_error, piece.data);
    read_more();
    finish_if_over();
}

void simulated_relay::output_taken(std::size_t bytes) {
    kept_.taken(bytes);
    read_more();
}

void simulated_relay::discard() {
    kept_.discard();
    output_.open = error_.open = false;
    handlers_.changed();
    finish_if_over();
}

void simulated_relay::input(const std::string& data, bool end) {
    if (died_) return;
    if (!data.empty()) queue_.push_back(data);
    input_ends_ = input_ends_ || end;
    fill_input();
    handlers_.changed();
}

void simulated_relay::fill_input() {
    while (!queue_.empty() && input_.size() < env_.plan.pipe_bytes) {
        const auto& first = queue_.front();
        const auto now = std::min(env_.plan.pipe_bytes - input_.size(), first.size() - written_);
        input_ += first.substr(written_, now);
        written_ += now;
        if (written_ < first.size()) return;
        const auto taken = std::exchange(written_, 0);
        queue_.pop_front();
        handlers_.input_taken(taken);
    }
}

void simulated_relay::process_died() {
    died_ = true;
    queue_.clear();
    read_more();
    finish_if_over();
}

void simulated_relay::finish_if_over() {
    if (!died_ || output_.open || error_.open || kept_.is_held() || std::exchange(finished_, true)) return;
    handlers_.finished();
}

}  // namespace banyan::daemon::simulation
