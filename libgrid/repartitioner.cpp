#include "banyan/grid/repartitioner.hpp"

#include <algorithm>

#include "banyan/net/collectives.hpp"
#include "banyan/net/operations.hpp"
#include "banyan/part/error.hpp"
#include "libgrid/observation_interval.hpp"
#include "libgrid/repartition_model.hpp"

namespace banyan::grid {
namespace {

using steady = std::chrono::steady_clock;

constexpr double least_sample_s = 0.05;
constexpr net::tag ring_tag{1}, times_tag{2};
constexpr int most_for_messages_to_all = 64;  // of more ranks each would need a connection to all others

double seconds_from(steady::time_point begin) {
    return std::chrono::duration<double>(steady::now() - begin).count();
}

/// The least time of a few exchanges of `bytes` bytes with the next rank in a ring.
double ring_s(const net::group& tasks, std::size_t bytes, net::deadline until) {
    constexpr int rounds = 4;
    const int p = tasks.size();
    const net::rank next{(tasks.rank().value + 1) % p};
    const net::rank before{(tasks.rank().value + p - 1) % p};
    const std::vector<std::byte> out(bytes);
    std::vector<std::byte> in(bytes);
    double least = 1e300;
    for (int round = 0; round < rounds; ++round) {
        const auto begin = steady::now();
        (void)tasks.send_recv(next, ring_tag, out, before, ring_tag, in, until);
        least = std::min(least, seconds_from(begin));
    }
    return least;
}

/// The network as a short measurement shows it: the slowest rank counts. One rank sends no messages.
part::network measured_network(const net::group& tasks, net::deadline until) {
    part::network net{.kind = part::medium::switched};
    if (tasks.size() == 1) return net;
    constexpr std::size_t short_bytes = 64, long_bytes = 1 << 16;
    std::vector<double> mine{ring_s(tasks, short_bytes, until), ring_s(tasks, long_bytes, until)};
    net::allreduce(tasks, mine, net::op::max(), until);
    net.latency_s = mine[0];
    net.time_per_byte_s = std::max(0.0, mine[1] - mine[0]) / static_cast<double>(long_bytes);
    return net;
}

/// The time to make an array of the copied bytes and to fill it, as a move does, for a byte; the slowest rank counts.
double copy_s_per_byte(const net::group& tasks, net::deadline until) {
    if (tasks.size() == 1) return 0;
    constexpr std::size_t bytes = 4 << 20;
    const std::vector<std::byte> from(bytes, std::byte{1});
    const auto begin = steady::now();
    std::vector<std::byte> to(bytes);
    std::ranges::copy(from, to.begin());
    const double own_s = seconds_from(begin) / static_cast<double>(bytes);
    return net::allreduce_value(tasks, own_s, net::op::max(), until);
}

double allgather_s(const net::group& tasks, net::deadline until) {
    constexpr int rounds = 4;
    const std::vector<detail::observed_times> mine(1);
    std::vector<detail::observed_times> all(static_cast<std::size_t>(tasks.size()));
    double least = 1e300;
    for (int round = 0; round < rounds; ++round) {
        const auto begin = steady::now();
        net::allgather(tasks, mine, all, until);
        least = std::min(least, seconds_from(begin));
    }
    return net::allreduce_value(tasks, least, net::op::max(), until);
}

std::int64_t first_interval(const repartition_settings& settings) {
    return settings.every > 0 ? settings.every : std::max<std::int64_t>(1, settings.iterations / usual_observations);
}

const part::partition& checked_parts(const net::group& tasks, const std::shared_ptr<const halo_layout>& layout) {
    if (layout->parts().processors() != tasks.size())
        throw part::error("repartitioner: the partition has " + std::to_string(layout->parts().processors()) +
                          " processors, but the group has " + std::to_string(tasks.size()) + " ranks");
    return layout->parts();
}

}  // namespace

repartitioner::repartitioner(const net::group& tasks, std::shared_ptr<const halo_layout> layout,
                             const part::stencil& pattern, const repartition_settings& settings,
                             std::int64_t bytes_per_cell, net::deadline until)
    : tasks_((checked_parts(tasks, layout), tasks.duplicate(until))),
      layout_(std::move(layout)),
      pattern_(pattern),
      settings_(settings),
      every_(first_interval(settings)),
      policy_(layout_->parts(), settings,
              {.net = measured_network(tasks_, until),
               .item_bytes = bytes_per_cell,
               .pattern = pattern,
               .copy_s_per_byte = copy_s_per_byte(tasks_, until)}) {
    exchange_s_ = tasks_.size() == 1 ? 0 : allgather_s(tasks_, until);
    last_ = last_iteration_ = steady::now();
}

bool repartitioner::ended_round(std::int64_t steps, double compute_s, net::deadline until) {
    if (steps < 1)
        throw part::error("repartitioner: a round of " + std::to_string(steps) + " steps, allowed: 1 or more");
    if (!(compute_s >= 0))
        throw part::error("repartitioner: a compute time of " + std::to_string(compute_s) + " s, allowed: 0 or more");
    if (must_move_) throw part::error("repartitioner: the arrays are not in the new partition yet; call moved()");
    iteration_ += steps;
    if (tasks_.size() == 1) return false;
    add_time(steps, compute_s);
    since_observation_ += steps;
    if (since_observation_ >= every_ && !under_way_) start_observation();
    return under_way_ && iteration_ >= under_way_->decided_after && finish_observation(until);
}

void repartitioner::add_time(std::int64_t iterations, double compute_s) {
    const auto now = steady::now();
    if (sample_iterations_ == 0) sample_start_ = last_iteration_;
    sample_sum_s_ += compute_s;
    sample_iterations_ += iterations;
    last_iteration_ = now;
    if (std::chrono::duration<double>(now - sample_start_).count() >= least_sample_s) end_sample();
}

void repartitioner::end_sample() {
    if (sample_iterations_ > 0) samples_.push_back(sample_sum_s_ / static_cast<double>(sample_iterations_));
    sample_sum_s_ = 0;
    sample_iterations_ = 0;
}

void repartitioner::start_observation() {
    // Iterations that do not yet fill a sample count only if they fill half of one, or if there is no other sample.
    if (samples_.empty() || seconds_from(sample_start_) >= least_sample_s / 2) end_sample();
    const double iteration_s = seconds_from(last_) / static_cast<double>(since_observation_);
    under_way_ = std::make_unique<observation>();
    under_way_->of_ranks.resize(static_cast<std::size_t>(tasks_.size()));
    under_way_->of_ranks[static_cast<std::size_t>(tasks_.rank().value)] = {trimmed_mean(samples_), iteration_s, move_s_,
                                                                           mean_decision_s()};
    under_way_->decided_after = iteration_ + iterations_in_advance();
    forget_samples();
    if (iterations_in_advance() > 0) send_times();
}

std::int64_t repartitioner::iterations_in_advance() const {
    return tasks_.size() <= most_for_messages_to_all ? every_ / 2 : 0;
}

void repartitioner::send_times() {
    const int p = tasks_.size(), me = tasks_.rank().value;
    auto& times = under_way_->of_ranks;
    for (int i = 1; i < p; ++i) {
        const int from = (me + p - i) % p;
        under_way_->requests.push_back(
            tasks_.async_recv(net::rank{from}, times_tag, times[static_cast<std::size_t>(from)]));
    }
    for (int i = 1; i < p; ++i)
        under_way_->requests.push_back(
            tasks_.async_send(net::rank{(me + i) % p}, times_tag, times[static_cast<std::size_t>(me)]));
}

bool repartitioner::finish_observation(net::deadline until) {
    const auto begin = steady::now();
    if (under_way_->requests.empty()) {
        const std::vector mine{under_way_->of_ranks[static_cast<std::size_t>(tasks_.rank().value)]};
        net::allgather(tasks_, mine, under_way_->of_ranks, until);
    } else {
        net::wait_all(under_way_->requests, until);
    }
    const auto done = std::move(under_way_);
    use(done->of_ranks);
    if (must_move_) {
        forget_samples();  // they are of the old partition
        return true;
    }
    const auto spent = steady::now() - begin;
    for (auto* moment : {&last_, &last_iteration_, &sample_start_})
        *moment += spent;
    return false;
}

void repartitioner::forget_samples() {
    samples_.clear();
    sample_sum_s_ = 0;
    sample_iterations_ = since_observation_ = 0;
    last_ = last_iteration_ = steady::now();
}

void repartitioner::use(std::span<const detail::observed_times> of_ranks) {
    std::vector<double> times;
    double iteration_s = 0, move_s = 0, decision_s = 0;
    for (const detail::observed_times& one : of_ranks) {
        times.push_back(one.compute_s);
        iteration_s = std::max(iteration_s, one.iteration_s);
        move_s = std::max(move_s, one.move_s);
        decision_s = std::max(decision_s, one.decision_s);
    }
    if (move_s > 0 && !history_.empty()) {
        history_.back().move_s = move_s;
        policy_.moved(move_s);
    }
    decide(times);
    choose_interval(iteration_s, decision_s);
}

// The time to make the layout counts as time of moving.
void repartitioner::decide(std::span<const double> times) {
    const auto begin = steady::now();
    const auto choice = policy_.observe(times, std::max<std::int64_t>(0, settings_.iterations - iteration_));
    decisions_s_ += seconds_from(begin);
    ++decisions_;
    must_move_ = choice.has_value();
    move_s_ = 0;
    if (!choice) return;
    const auto decided = steady::now();
    history_.push_back(
        {iteration_, choice->way, choice->moved_cells, choice->gain_s, choice->move_s, 0, choice->parts, every_});
    layout_ = std::make_shared<const halo_layout>(choice->parts, tasks_.rank().value, pattern_, layout_->depth());
    move_s_ = seconds_from(decided);
}

double repartitioner::mean_decision_s() const {
    return decisions_ == 0 ? 0 : decisions_s_ / static_cast<double>(decisions_);
}

// Does nothing if the program has given an interval.
void repartitioner::choose_interval(double iteration_s, double decision_s) {
    if (settings_.every > 0 || !(iteration_s > 0)) return;
    every_ = observation_interval({iteration_s, decision_s, exchange_s_}, first_interval(settings_),
                                  tasks_.size() <= most_for_messages_to_all);
}

}  // namespace banyan::grid
