#include "advisor/exchange_sampling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace banyan::advisor {
namespace {

constexpr double shortest_exchange_sample_s = 1e-3;  // a longer sample has more rounds
constexpr double shortest_round_s = 1e-7;
constexpr int most_rounds_per_sample = 64;
constexpr std::size_t fewest_exchange_samples = 3;
constexpr std::size_t fewest_sizes_of_kind = 3;  // with which fit_network() finds latency and time per byte

int rounds_of_sample(double round_s) {
    return std::clamp(static_cast<int>(std::ceil(shortest_exchange_sample_s / round_s)), 1, most_rounds_per_sample);
}

}  // namespace

exchange_sampling::exchange_sampling(sampling_options options)
    : options_(std::move(options)),
      kinds_(options_.messages.size(), exchange_kind{0, options_.bytes.size()}),
      exchanges_(options_.messages.size() * options_.bytes.size()),
      pass_(exchanges_.size(), 0) {}

const std::vector<int>& exchange_sampling::next_pass() {
    std::ranges::fill(pass_, 0);
    if (!plan_first_sample()) plan_further_samples();
    return pass_;
}

void exchange_sampling::add_pass(std::span<const double> round_s, double pass_s) {
    double exchanged_s = 0, count = 0;
    for (std::size_t e = 0; e < exchanges_.size(); ++e) {
        if (pass_[e] == 0) continue;
        auto& one = exchanges_[e];
        const double seconds = std::max(round_s[e], shortest_round_s);
        exchanged_s += trips(e) * pass_[e] * seconds;
        ++count;
        // The first pass has one round, which shows how many rounds a sample needs. It is a sample if these are one.
        const bool is_sample = one.rounds > 0 || rounds_of_sample(seconds) == 1;
        if (one.rounds == 0) one.rounds = rounds_of_sample(seconds);
        if (!is_sample) continue;
        one.seconds.push_back(seconds);
        one.sum_s += seconds;
    }
    spent_s_ += pass_s;
    if (count > 0) synchronization_s_ = std::min(synchronization_s_, std::max(pass_s - exchanged_s, 0.0) / count);
}

// A round of a single message is a round trip.
int exchange_sampling::trips(std::size_t exchange) const {
    return options_.messages[exchange / options_.bytes.size()] == 0 ? 2 : 1;
}

// Seconds of one more sample, for an exchange that has samples.
double exchange_sampling::sample_s(std::size_t exchange) const {
    const auto& one = exchanges_[exchange];
    return synchronization_s_ + trips(exchange) * one.rounds * one.mean_s();
}

// An estimate from the next shorter size, which has samples: the time is at most proportional to the bytes.
double exchange_sampling::estimated_round_s(std::size_t exchange) const {
    const auto size = exchange % options_.bytes.size();
    const auto bytes_before = std::max<std::size_t>(options_.bytes[size - 1], 1);
    const double ratio = static_cast<double>(options_.bytes[size]) / static_cast<double>(bytes_before);
    return *std::ranges::min_element(exchanges_[exchange - 1].seconds) * ratio;
}

// An estimate for the next size of the kind.
double exchange_sampling::next_sample_s(std::size_t kind) const {
    if (kinds_[kind].begun == 0) return 0;
    const auto next = index(kind, kinds_[kind].begun);
    return synchronization_s_ + trips(next) * std::max(estimated_round_s(next), shortest_exchange_sample_s);
}

// Whether the only sample of an exchange, which is not the shortest of its kind, is so much slower than estimated that
// a second one must confirm it before longer messages are left out.
bool exchange_sampling::may_be_delayed(std::size_t exchange) const {
    constexpr double far_above = 2;
    const auto& seconds = exchanges_[exchange].seconds;
    return seconds.size() == 1 && seconds.front() > far_above * estimated_round_s(exchange);
}

// Of an exchange that gets `level_s` seconds.
std::size_t exchange_sampling::wanted_samples(std::size_t exchange, double level_s) const {
    const auto fewest = static_cast<double>(fewest_exchange_samples);
    const double most = std::max(fewest, static_cast<double>(options_.most_samples));
    return static_cast<std::size_t>(std::clamp(std::floor(level_s / sample_s(exchange)), fewest, most));
}

// Of all further samples if each exchange gets `level_s` seconds, with those it has had.
double exchange_sampling::further_s(double level_s) const {
    double sum = 0;
    for (std::size_t e = 0; e < exchanges_.size(); ++e) {
        const auto taken = exchanges_[e].seconds.size();
        if (taken == 0) continue;
        const auto wanted = wanted_samples(e, level_s);
        if (wanted > taken) sum += static_cast<double>(wanted - taken) * sample_s(e);
    }
    return sum;
}

// The largest equal time for each exchange that fits into the time that is left.
double exchange_sampling::fitting_level_s() const {
    constexpr int halvings = 40;
    double slowest_s = 0;
    for (std::size_t e = 0; e < exchanges_.size(); ++e) {
        if (!exchanges_[e].seconds.empty()) slowest_s = std::max(slowest_s, sample_s(e));
    }
    double low = 0, high = (options_.most_samples + 1) * slowest_s;
    if (further_s(high) <= left_s()) return high;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (further_s(middle) <= left_s() ? low : high) = middle;
    }
    return low;
}

// The kind whose next size takes the least time; the number of kinds if there is none.
std::size_t exchange_sampling::kind_to_begin() const {
    std::size_t found = kinds_.size();
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        if (kinds_[kind].begun == kinds_[kind].end) continue;
        if (found == kinds_.size() || next_sample_s(kind) < next_sample_s(found)) found = kind;
    }
    return found;
}

// Whether the next size of the kind is measured.
bool exchange_sampling::fits(std::size_t kind) const {
    return kinds_[kind].begun < fewest_sizes_of_kind ||
           further_s(0) + static_cast<double>(fewest_exchange_samples) * next_sample_s(kind) <= left_s();
}

// First samples have passes of their own, because they decide which exchanges are measured.
bool exchange_sampling::plan_first_sample() {
    for (std::size_t e = 0; e < exchanges_.size(); ++e) {
        if (exchanges_[e].rounds == 0 || !exchanges_[e].seconds.empty()) continue;
        pass_[e] = exchanges_[e].rounds;
        return true;
    }
    for (auto kind = kind_to_begin(); kind < kinds_.size(); kind = kind_to_begin()) {
        auto& sizes = kinds_[kind];
        if (fits(kind)) {
            pass_[index(kind, sizes.begun)] = 1;
            ++sizes.begun;
            return true;
        }
        if (shorten_a_sample()) continue;
        const auto before = index(kind, sizes.begun - 1);
        if (may_be_delayed(before)) {
            pass_[before] = exchanges_[before].rounds;
            return true;
        }
        sizes.end = sizes.begun;
    }
    return false;
}

void exchange_sampling::plan_further_samples() {
    if (!is_decided_) make_fewest_samples_fit();
    is_decided_ = true;
    const double level_s = fitting_level_s();
    for (std::size_t e = 0; e < exchanges_.size(); ++e) {
        const auto& one = exchanges_[e];
        if (!one.seconds.empty() && one.seconds.size() < wanted_samples(e, level_s)) pass_[e] = one.rounds;
    }
}

// The first samples can take longer than was estimated.
void exchange_sampling::make_fewest_samples_fit() {
    while (further_s(0) > left_s()) {
        if (!shorten_a_sample() && !leave_out_an_exchange()) return;
    }
}

// The first round can be much faster than the rounds of a sample: buffers are empty, and a quota of CPU time is
// unused. So a sample can have more rounds than it needs. Shortens the one with which most time is saved; returns
// whether there is one.
bool exchange_sampling::shorten_a_sample() {
    sampled_exchange* longest = nullptr;
    int rounds = 0;
    double most_saved_s = 0;
    for (std::size_t e = 0; e < exchanges_.size(); ++e) {
        auto& one = exchanges_[e];
        if (one.seconds.empty() || one.seconds.size() >= fewest_exchange_samples) continue;
        const double round_s = one.mean_s();
        const double saved_s = trips(e) * (one.rounds - rounds_of_sample(round_s)) * round_s;
        if (saved_s <= most_saved_s) continue;
        longest = &one;
        rounds = rounds_of_sample(round_s);
        most_saved_s = saved_s;
    }
    if (longest == nullptr) return false;
    longest->rounds = rounds;
    return true;
}

// The slowest one of those with the longest size of their kind. Returns whether there is one.
bool exchange_sampling::leave_out_an_exchange() {
    exchange_kind* of_slowest = nullptr;
    std::size_t slowest = 0;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        if (kinds_[kind].begun <= fewest_sizes_of_kind) continue;
        const auto longest = index(kind, kinds_[kind].begun - 1);
        if (exchanges_[longest].seconds.size() >= fewest_exchange_samples) continue;
        if (of_slowest != nullptr && sample_s(longest) <= sample_s(slowest)) continue;
        of_slowest = &kinds_[kind];
        slowest = longest;
    }
    if (of_slowest == nullptr) return false;
    exchanges_[slowest] = {};
    --of_slowest->begun;
    of_slowest->end = of_slowest->begun;
    return true;
}

}  // namespace banyan::advisor
