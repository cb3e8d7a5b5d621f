#include "advisor/pair_classes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace banyan::advisor {
namespace {

constexpr double scatter_of_class = 0.1;  // pairs of one class may differ by as much
const double smallest_distance_of_classes = std::log(1.25);

struct measured_pair {
    const pair_latency* pair;
    double logarithm;  // of the median
    double error;      // of the logarithm
};

measured_pair measure_of(const pair_latency& pair) {
    const double middle = median(pair.seconds);
    const double scatter = median_interval(pair.seconds).half_width() / (1.96 * middle);
    return {&pair, std::log(middle), std::hypot(scatter, scatter_of_class)};
}

double mean_logarithm(std::span<const measured_pair> pairs) {
    double sum = 0;
    for (const auto& one : pairs) {
        sum += one.logarithm;
    }
    return sum / static_cast<double>(pairs.size());
}

double chi_square(std::span<const measured_pair> pairs) {
    const double mean = mean_logarithm(pairs);
    double sum = 0;
    for (const auto& one : pairs) {
        sum += std::pow((one.logarithm - mean) / one.error, 2);
    }
    return sum;
}

// How many of the sorted pairs belong to the first class.
std::size_t best_division(std::span<const measured_pair> sorted) {
    const double price = 2 * std::log(static_cast<double>(sorted.size()));  // of a mean and of the place of the gap
    double least = chi_square(sorted);
    std::size_t best = sorted.size();
    for (std::size_t cut = 1; cut < sorted.size(); ++cut) {
        const auto low = sorted.first(cut), high = sorted.subspan(cut);
        const double bic = chi_square(low) + chi_square(high) + price;
        if (bic < least && mean_logarithm(high) - mean_logarithm(low) >= smallest_distance_of_classes)
            least = bic, best = cut;
    }
    return best;
}

pair_class class_of(const std::string& name, std::span<const measured_pair> members) {
    pair_class found;
    found.name = name;
    std::vector<double> all;
    std::vector<double> medians;
    for (const auto& member : members) {
        found.pairs.push_back(*member.pair);
        medians.push_back(std::exp(member.logarithm));
        all.insert(all.end(), member.pair->seconds.begin(), member.pair->seconds.end());
    }
    found.latency_s = median(medians);
    // For a few pairs the interval is that of all samples. More pairs also show how they differ, so their medians are
    // used.
    found.latency_ci95 = median_interval(members.size() < 6 ? all : medians);
    return found;
}

}  // namespace

std::vector<std::vector<std::pair<int, int>>> rounds_of_pairs(int ranks) {
    const int seats = ranks + ranks % 2;  // one seat stays empty if the number is odd
    std::vector<std::vector<std::pair<int, int>>> rounds;
    for (int round = 0; round + 1 < seats; ++round) {
        rounds.emplace_back();
        const auto seat = [&](int place) { return place == 0 ? seats - 1 : (place - 1 + round) % (seats - 1); };
        for (int place = 0; place < seats / 2; ++place) {
            const auto [a, b] = std::minmax({seat(place), seat(seats - 1 - place)});
            if (b < ranks) rounds.back().emplace_back(a, b);
        }
    }
    return rounds;
}

std::vector<pair_class> classes_of(std::span<const pair_latency> pairs) {
    std::vector<measured_pair> same_host, between;
    for (const auto& pair : pairs) {
        if (pair.seconds.empty()) continue;
        (pair.same_host ? same_host : between).push_back(measure_of(pair));
    }
    std::ranges::sort(between, {}, &measured_pair::logarithm);
    std::vector<pair_class> classes;
    if (!same_host.empty()) classes.push_back(class_of("same host", same_host));
    if (!between.empty()) {
        const std::span<const measured_pair> all(between);
        const auto cut = best_division(all);
        const bool is_one = cut == all.size();
        classes.push_back(class_of(is_one ? "between hosts" : "near", all.first(cut)));
        if (!is_one) classes.push_back(class_of("far", all.subspan(cut)));
    }
    std::ranges::stable_sort(classes, {}, &pair_class::latency_s);
    return classes;
}

}  // namespace banyan::advisor
