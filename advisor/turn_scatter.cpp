#include "advisor/turn_scatter.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace banyan::advisor {
namespace {

constexpr double prior_freedom = 4;
constexpr double smallest_deviation = 0.01;  // of a run

}  // namespace

std::vector<double> means_of_turns(std::span<const double> samples, int windows) {
    const auto wanted = static_cast<std::size_t>(std::max(windows, 1));
    const std::size_t length = samples.size() % wanted == 0 ? wanted : 1;
    std::vector<double> means;
    for (std::size_t begin = 0; begin + length <= samples.size(); begin += length) {
        const auto turn = samples.subspan(begin, length);
        means.push_back(std::accumulate(turn.begin(), turn.end(), 0.0) / static_cast<double>(length));
    }
    return means;
}

turn_scatter scatter_of(std::span<const double> turn_means) {
    if (turn_means.size() < 2) return {};
    const auto n = static_cast<double>(turn_means.size());
    double sum = 0, squares = 0;
    for (const double seconds : turn_means) {
        sum += std::log(seconds);
    }
    for (const double seconds : turn_means) {
        squares += std::pow(std::log(seconds) - sum / n, 2);
    }
    return {std::sqrt(squares / (n - 1)), n - 1};
}

turn_scatter pooled(std::span<const turn_scatter> methods) {
    double squares = 0, freedom = 0;
    for (const auto& method : methods) {
        squares += method.freedom * method.deviation * method.deviation;
        freedom += method.freedom;
    }
    return freedom > 0 ? turn_scatter{std::sqrt(squares / freedom), freedom} : turn_scatter{};
}

turn_scatter shrunk(const turn_scatter& own, const turn_scatter& all) {
    const double prior = std::min(prior_freedom, all.freedom);
    const double freedom = own.freedom + prior;
    if (!(freedom > 0)) return {};
    const double squares = own.freedom * own.deviation * own.deviation + prior * all.deviation * all.deviation;
    return {std::sqrt(squares / freedom), freedom};
}

interval prediction_interval(double predicted_s, const turn_scatter& scatter, int turns, int runs) {
    if (!(scatter.freedom > 0)) return {predicted_s, predicted_s};
    const double deviation = std::max(scatter.deviation, smallest_deviation);
    const double t = boost::math::quantile(boost::math::students_t_distribution<>(scatter.freedom), 0.975);
    const double half = t * deviation * std::sqrt(1.0 / turns + 1.0 / runs);
    return {predicted_s * std::exp(-half), predicted_s * std::exp(half)};
}

}  // namespace banyan::advisor
