#include "banyan/grid/repartition_policy.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "banyan/grid/redistribution.hpp"
#include "banyan/part/communication.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/repartition.hpp"
#include "libgrid/busiest_mover.hpp"
#include "libgrid/repartition_candidates.hpp"
#include "libgrid/repartition_model.hpp"

namespace banyan::grid {
namespace {

constexpr double most_least_gain = 0.5;
constexpr std::size_t first_observations = 8;
constexpr std::size_t most_history = 21;
constexpr double clearly_more = 1.05;  // smaller differences may be chance, and earlier candidates move fewer cells

void check_range(bool valid, const char* name, const std::string& value, const char* allowed) {
    if (!valid) throw part::error(std::string(name) + ": " + value + ", allowed: " + allowed);
}

void check_settings(const repartition_settings& s) {
    check_range(s.iterations >= 0, "iterations", std::to_string(s.iterations), "whole numbers from 0");
    check_range(s.every >= 0, "every", std::to_string(s.every), "whole numbers from 0 (0: chosen)");
    check_range(s.least_gain >= 0 && s.least_gain < 1, "least_gain", std::to_string(s.least_gain),
                "numbers from 0, below 1");
    check_range(s.confirmations >= 0, "confirmations", std::to_string(s.confirmations), "whole numbers from 0");
    check_range(std::isfinite(s.safety) && s.safety >= 1, "safety", std::to_string(s.safety), "numbers from 1");
}

double slowest_s(const part::partition& parts, const std::vector<double>& cell_s) {
    double longest = 0;
    for (int i = 0; i < parts.processors(); ++i)
        longest = std::max(longest, static_cast<double>(parts.cells(i)) * cell_s[static_cast<std::size_t>(i)]);
    return longest;
}

/// How many observations a run has, about.
std::int64_t observations_of(const repartition_settings& settings) {
    if (settings.every <= 0) return usual_observations;
    return std::max<std::int64_t>(1, settings.iterations / settings.every);
}

int slowest_rank(const part::partition& parts, const std::vector<double>& cell_s) {
    const auto time_of = [&](int i) {
        return static_cast<double>(parts.cells(i)) * cell_s[static_cast<std::size_t>(i)];
    };
    int slowest = 0;
    for (int i = 1; i < parts.processors(); ++i)
        if (time_of(i) > time_of(slowest)) slowest = i;
    return slowest;
}

std::vector<double> mean_of(std::span<const std::vector<double>> observed) {
    std::vector<double> mean(observed.front().size());
    for (const std::vector<double>& one : observed)
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] += one[i] / static_cast<double>(observed.size());
    return mean;
}

bool is_time(double seconds) {
    return std::isfinite(seconds) && seconds > 0;
}

/// The time of an iteration in which all processors with cells take equally long.
double balanced_s(const part::partition& parts, const std::vector<double>& cell_s) {
    double cells_per_s = 0;
    for (int i = 0; i < parts.processors(); ++i)
        if (parts.cells(i) > 0) cells_per_s += 1 / cell_s[static_cast<std::size_t>(i)];
    return static_cast<double>(parts.domain().cells()) / cells_per_s;
}

/// What methods need to know of the run: its network, and the time of a cell on a rank of mean speed.
part::partition_options options_for(const moving_cost& cost, const part::partition& parts, double balanced) {
    part::partition_options options;
    options.net = cost.net;
    options.item_bytes = cost.item_bytes;
    options.seconds_per_cell = balanced * parts.processors() / static_cast<double>(parts.domain().cells());
    return options;
}

/// The speeds of the ranks; for a step below 1, geometric means between them (weight `step`) and the present cells.
part::speeds speeds_for(const part::partition& present, const std::vector<double>& cell_s, double step) {
    std::vector<double> values;
    for (int i = 0; i < present.processors(); ++i) {
        const double speed = 1 / cell_s[static_cast<std::size_t>(i)];
        const auto cells = static_cast<double>(present.cells(i));
        values.push_back(cells > 0 && step < 1 ? std::pow(speed, step) * std::pow(cells, 1 - step) : speed);
    }
    const double fastest = *std::ranges::max_element(values);
    for (double& value : values)
        value = std::max(value / fastest, 1 / part::speeds::max_ratio);
    return part::speeds(std::move(values));
}

}  // namespace

repartition_policy::repartition_policy(const part::partition& start, const repartition_settings& settings,
                                       const moving_cost& cost)
    : parts_(start),
      before_(start),
      settings_(settings),
      cost_(cost),
      least_gain_(settings.least_gain),
      chance_(chance_deviations(start.processors(), observations_of(settings))),
      last_left_(settings.iterations) {
    check_settings(settings);
    part::check_network(cost.net, cost.item_bytes);
    check_range(std::isfinite(cost.copy_s_per_byte) && cost.copy_s_per_byte >= 0, "copy_s_per_byte",
                std::to_string(cost.copy_s_per_byte), "finite numbers from 0");
    check_way(settings.way, start);
}

std::optional<repartition_choice> repartition_policy::observe(std::span<const double> compute_s,
                                                              std::int64_t iterations_left) {
    if (std::ssize(compute_s) != parts_.processors())
        throw part::error("times: " + std::to_string(compute_s.size()) + " given for the " +
                          std::to_string(parts_.processors()) + " processors of the partition");
    check_range(iterations_left >= 0, "iterations left", std::to_string(iterations_left), "whole numbers from 0");
    interval_ = std::max<std::int64_t>(0, last_left_ - iterations_left);
    last_left_ = iterations_left;
    const times cell_s = cell_times(compute_s);
    if (cell_s.empty()) return std::nullopt;
    add_to_history(cell_s);
    check_last_gain(cell_s);
    if (history_.size() < first_observations) return std::nullopt;
    const prospect ahead = prospect_with(iterations_left);
    if (proposed_ && !pays(*proposed_, {cell_s, 0, ahead})) proposed_.reset();
    if (!proposed_) {
        observed_.clear();
        proposed_ = best_choice({cell_s, settings_.confirmations + 1, ahead});
    }
    if (!proposed_) return std::nullopt;
    auto choice = confirm(cell_s, ahead);
    changes_ += choice.has_value();
    return choice;
}

// If the state ends before the run, the cells have to return, and the ranks wait again until that is decided.
repartition_policy::prospect repartition_policy::prospect_with(std::int64_t iterations_left) const {
    const auto outlook = outlook_of(settings_.iterations - iterations_left, iterations_left, changes_);
    const double answer = outlook.ends * static_cast<double>(interval_ * (settings_.confirmations + 1));
    return {std::max(0.0, outlook.iterations - answer), 1 + outlook.ends};
}

/// Counts the observation for the proposal. After the last confirmation, makes the partition for the mean times. If the
/// load has appeared during the first observation, its times are between those without and with the load.
std::optional<repartition_choice> repartition_policy::confirm(const times& cell_s, const prospect& ahead) {
    observed_.push_back(cell_s);
    if (std::ssize(observed_) <= settings_.confirmations) return std::nullopt;
    if (observed_.size() > 1 && first_observed_differs()) observed_.erase(observed_.begin());
    const times expected = expected_if_busy(with_earlier_times(mean_of(observed_)));
    auto chosen = best_choice({expected, std::ssize(observed_), ahead, true});
    proposed_.reset();
    if (!chosen) return std::nullopt;
    without_s_ = slowest_s(parts_, expected);
    expected_s_ = slowest_s(chosen->parts, expected);
    modelled_move_s_ = chosen->move_s / move_factor_;
    before_ = std::move(parts_);
    parts_ = chosen->parts;
    of_present_ = 0;
    return chosen;
}

void repartition_policy::add_to_history(const times& cell_s) {
    history_.push_back(cell_s);
    if (history_.size() > most_history) history_.erase(history_.begin());
    of_present_ = std::min(of_present_ + 1, std::ssize(history_));
}

/// Those of the present partition, without the ones that confirm.
std::span<const repartition_policy::times> repartition_policy::earlier_observations() const {
    const std::int64_t earlier = std::max<std::int64_t>(0, of_present_ - settings_.confirmations - 1);
    const std::span<const times> of_present = std::span(history_).last(static_cast<std::size_t>(of_present_));
    return of_present.first(static_cast<std::size_t>(earlier));
}

// The mean of the observations that confirm varies, because they are few. Also, ranks that wait for a loaded one may
// seem a few percent faster than they will be. So a rank whose time has not changed gets the mean of all its
// observations.
repartition_policy::times repartition_policy::with_earlier_times(times mean) const {
    constexpr double deviations = 2;
    const std::span<const times> earlier = earlier_observations();
    if (earlier.empty()) return mean;
    const times before = mean_of(earlier);
    const auto later_count = static_cast<double>(observed_.size()), earlier_count = static_cast<double>(earlier.size());
    for (std::size_t at = 0; at < mean.size(); ++at) {
        const double deviation = deviation_of_rank(at, 1) * std::sqrt(1 / later_count + 1 / earlier_count);
        if (std::abs(mean[at] / before[at] - 1) <= settings_.least_gain + deviations * deviation)
            mean[at] = (later_count * mean[at] + earlier_count * before[at]) / (later_count + earlier_count);
    }
    return mean;
}

// A host with a CPU quota saves time while its rank waits, and shared cores and memory are less busy then. So a rank
// that waits may be slower when it gets more cells: in the worst case it needs the whole iteration for its present
// cells. Between this and the measured time, the geometric mean is expected. The slowest rank does not wait now. Its
// excess over the others shows a load or a wrong partition, not how long the others must wait.
repartition_policy::times repartition_policy::expected_if_busy(times mean) const {
    constexpr double most_slower = 1.5;
    const std::span<const times> earlier = earlier_observations();
    const std::span<const times> observed = earlier.empty() ? std::span<const times>(observed_) : earlier;
    const auto slowest = static_cast<std::size_t>(slowest_rank(parts_, mean));
    times compute_s(mean.size());  // 0: the slowest rank, or no cells
    for (std::size_t at = 0; at < mean.size(); ++at) {
        if (at == slowest) continue;
        times of_rank;
        for (const times& one : observed)
            of_rank.push_back(one[at]);
        compute_s[at] = static_cast<double>(parts_.cells(static_cast<int>(at))) * trimmed_mean(of_rank);
    }
    const double longest = *std::ranges::max_element(compute_s);
    for (std::size_t at = 0; at < mean.size(); ++at)
        if (compute_s[at] > 0) mean[at] *= std::sqrt(std::min(most_slower, longest / compute_s[at]));
    return mean;
}

bool repartition_policy::first_observed_differs() const {
    const times later = mean_of(std::span(observed_).subspan(1));
    for (std::size_t at = 0; at < later.size(); ++at) {
        const double difference = std::abs(observed_.front()[at] / later[at] - 1);
        if (difference > settings_.least_gain + chance_ * deviation_of_rank(at, 1)) return true;
    }
    return false;
}

double repartition_policy::deviation_of_rank(std::size_t rank, std::int64_t observations) const {
    times of_rank;
    for (const times& one : history_)
        of_rank.push_back(one[rank]);
    return deviation_of_mean(of_rank, observations);
}

double repartition_policy::needed_gain(std::int64_t observations) const {
    if (observations == 0 || history_.size() < 2) return least_gain_;
    const double slowest = slowest_s(parts_, history_.back());
    double most = 0;
    for (int rank = 0; rank < parts_.processors(); ++rank) {
        const auto at = static_cast<std::size_t>(rank);
        const double of_slowest = static_cast<double>(parts_.cells(rank)) * history_.back()[at] / slowest;
        most = std::max(most, of_slowest * deviation_of_rank(at, observations));
    }
    return least_gain_ + chance_ * most;
}

void repartition_policy::moved(double seconds) {
    constexpr double least_factor = 0.1, most_factor = 100;
    if (!is_time(seconds) || !(modelled_move_s_ > 0)) return;
    move_factor_ = std::clamp(seconds / modelled_move_s_, least_factor, most_factor);
}

// A rank without cells has the time per cell of the slowest of the others.
repartition_policy::times repartition_policy::cell_times(std::span<const double> compute_s) const {
    times result(compute_s.size());
    double slowest = 0;
    for (std::size_t i = 0; i < compute_s.size(); ++i) {
        const std::int64_t cells = parts_.cells(static_cast<int>(i));
        if (cells == 0) continue;
        if (!is_time(compute_s[i])) return {};
        result[i] = compute_s[i] / static_cast<double>(cells);
        slowest = std::max(slowest, result[i]);
    }
    for (std::size_t i = 0; i < compute_s.size(); ++i)
        if (parts_.cells(static_cast<int>(i)) == 0) result[i] = slowest;
    return result;
}

double repartition_policy::gain_of(const part::partition& to, const times& cell_s) const {
    const double gain = slowest_s(parts_, cell_s) - slowest_s(to, cell_s);
    // Exact communication of owner lists takes O(cells), so their messages are not compared.
    if (parts_.kind() == part::layout::cells || to.kind() == part::layout::cells) return gain;
    const auto messages_s = [&](const part::partition& parts) {
        return part::communication_cost_s(part::exact_communication(parts, cost_.pattern), cost_.net, cost_.item_bytes);
    };
    return gain + std::min(0.0, messages_s(parts_) - messages_s(to));  // messages may overlap with computation
}

double repartition_policy::expected_move_s(const part::partition& to) const {
    const busiest_mover most = busiest_in_move(parts_, to);
    std::int64_t most_cells = 0;
    for (int i = 0; i < to.processors(); ++i)
        most_cells = std::max(most_cells, to.cells(i));
    const auto bytes = [this](std::int64_t items) {
        return static_cast<double>(items) * static_cast<double>(cost_.item_bytes);
    };
    const double messages_s = static_cast<double>(most.messages) * cost_.net.latency_s;
    return move_factor_ *
           (messages_s + bytes(most.items) * cost_.net.time_per_byte_s + bytes(most_cells) * cost_.copy_s_per_byte);
}

bool repartition_policy::pays(const repartition_choice& choice, const evidence& seen) const {
    const double gain = gain_of(choice.parts, seen.cell_s);
    return gain >= needed_gain(seen.observations) * slowest_s(parts_, seen.cell_s) &&
           gain * seen.ahead.iterations > settings_.safety * seen.ahead.moves * choice.move_s;
}

std::optional<repartition_choice> repartition_policy::best_choice(const evidence& seen) const {
    const double present_s = slowest_s(parts_, seen.cell_s);
    const double perfect_s = balanced_s(parts_, seen.cell_s);
    const bool all_have_cells = parts_.dropped().empty();
    if (seen.ahead.iterations < 1 ||
        (all_have_cells && present_s - perfect_s < needed_gain(seen.observations) * present_s))
        return std::nullopt;
    // Moving everything is expected to take as long as sending the cells of the grid, spread over the processors.
    const double all_bytes = static_cast<double>(parts_.domain().cells()) * static_cast<double>(cost_.item_bytes);
    const double all_s = seen.ahead.moves * move_factor_ * all_bytes * cost_.net.time_per_byte_s / parts_.processors();
    const double weight = all_s > 0 ? part::moving_weight(all_s, perfect_s, std::llround(seen.ahead.iterations)) : 0;
    const part::speeds now = speeds_for(parts_, seen.cell_s, step_);
    const part::partition_options options = options_for(cost_, parts_, perfect_s);
    leading_choice best;
    for (const repartition_candidate& c : repartition_candidates(settings_.way, parts_, now, weight, options))
        consider(c, seen, best);
    // Perfect balance saves the most, except if a rank without cells gets some: then more can be saved.
    const double most_saved_s = (present_s - perfect_s) * seen.ahead.iterations;
    if (seen.decides && (!all_have_cells || clearly_more * best.saved_s < most_saved_s))
        if (const auto searched = searched_candidate(settings_.way, parts_, now, options))
            consider(*searched, seen, best);
    return best.choice;
}

void repartition_policy::consider(const repartition_candidate& candidate, const evidence& seen,
                                  leading_choice& best) const {
    if (candidate.parts == parts_) return;
    repartition_choice choice{candidate.parts, candidate.way, 0, gain_of(candidate.parts, seen.cell_s),
                              expected_move_s(candidate.parts)};
    const double saved_s = choice.gain_s * seen.ahead.iterations - seen.ahead.moves * choice.move_s;
    if (!pays(choice, seen) || (best.choice && saved_s <= clearly_more * best.saved_s)) return;
    choice.moved_cells = moving_cells(parts_, candidate.parts);  // an owner list of a large grid takes too much memory
    best = {std::move(choice), saved_s};
}

// The speed of a rank also depends on its cells: with fewer cells they may fit into its cache, and a host gives more
// time to a rank that often waits. So a repartition for the measured speeds may go too far; the next one then goes half
// as far. But if the slowest rank is one that has lost cells, its load has grown, and the repartition was not wrong.
void repartition_policy::check_last_gain(const times& cell_s) {
    constexpr double least_step = 1.0 / 16;
    if (!(expected_s_ > 0)) return;
    const bool failed = slowest_s(parts_, cell_s) > (expected_s_ + without_s_) / 2;
    const int slowest = slowest_rank(parts_, cell_s);
    const bool load_has_grown = parts_.cells(slowest) < before_.cells(slowest);
    expected_s_ = 0;
    if (failed && load_has_grown) return;
    if (failed) {
        least_gain_ = std::min(most_least_gain, 2 * least_gain_);
        step_ = std::max(least_step, step_ / 2);
    } else {
        least_gain_ = std::max(settings_.least_gain, least_gain_ / 2);
        step_ = std::min(1.0, 2 * step_);
    }
}

double trimmed_mean(std::span<const double> times) {
    if (times.empty()) return 0;
    std::vector<double> sorted(times.begin(), times.end());
    std::ranges::sort(sorted);
    const std::size_t cut = (sorted.size() + 1) / 4;
    double sum = 0;
    for (std::size_t i = cut; i < sorted.size() - cut; ++i)
        sum += sorted[i];
    return sum / static_cast<double>(sorted.size() - 2 * cut);
}

}  // namespace banyan::grid
