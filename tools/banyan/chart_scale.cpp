#include "tools/banyan/chart_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace banyan::tools {
namespace {

// 1, 2 or 5 times a power of ten, at least `step`.
double round_step(double step) {
    const double power = std::pow(10, std::floor(std::log10(step)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= step * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

std::vector<double> linear_ticks(double lo, double hi, double least_step = 0) {
    constexpr double about = 5;
    const double step = std::max(least_step, round_step((hi - lo) / about));
    std::vector<double> ticks;
    for (double k = std::floor(lo / step + 1e-9); k <= std::ceil(hi / step - 1e-9); ++k)
        ticks.push_back(k * step);
    return ticks;
}

std::vector<double> kept_within(std::vector<double> ticks, double lo, double hi) {
    std::erase_if(ticks, [&](double tick) { return tick < lo || tick > hi; });
    return ticks;
}

// The ticks between the ends: powers of ten, with 2 and 5 between them if there are few, or linear ticks if the ends
// are near each other.
std::vector<double> logarithmic_ticks(double lo, double hi) {
    constexpr std::size_t few = 3;
    std::vector<double> powers, more;
    for (double power = std::pow(10, std::floor(std::log10(lo))); power <= hi; power *= 10) {
        powers.push_back(power);
        more.insert(more.end(), {power, 2 * power, 5 * power});
    }
    for (const auto& ticks : {powers, more})
        if (auto found = kept_within(ticks, lo, hi); found.size() >= few) return found;
    return kept_within(linear_ticks(lo, hi), lo, hi);
}

}  // namespace

chart_scale::chart_scale(double lo, double hi, axis_kind kind, double from, double to)
    : lo_(lo), hi_(hi), kind_(kind), from_(from), to_(to) {
    const bool logarithmic = kind == axis_kind::logarithmic;
    if (!std::isfinite(lo) || !std::isfinite(hi) || lo > hi || (logarithmic && lo <= 0))
        throw std::invalid_argument(fmt::format("no axis from {} to {}", lo, hi));
    if (lo == hi) {
        const double margin = lo == 0 ? 1 : std::abs(lo) / 2;
        lo_ -= margin;
        hi_ += margin;
    }
    if (logarithmic) {
        const double margin = std::pow(hi_ / lo_, 0.03);
        lo_ /= margin;
        hi_ *= margin;
        ticks_ = logarithmic_ticks(lo_, hi_);
        return;
    }
    ticks_ = linear_ticks(lo_, hi_, kind == axis_kind::whole_numbers ? 1 : 0);
    lo_ = ticks_.front();
    hi_ = ticks_.back();
}

double chart_scale::position(double value) const {
    const double share =
        kind_ == axis_kind::logarithmic ? std::log(value / lo_) / std::log(hi_ / lo_) : (value - lo_) / (hi_ - lo_);
    return from_ + share * (to_ - from_);
}

std::string tick_text(double value) {
    constexpr double million = 1e6, thousand = 1e3;
    const double size = std::abs(value);
    if (size < 1e-12) return "0";
    if (size >= million) return fmt::format("{:.4g}M", value / million);
    if (size >= 10 * thousand) return fmt::format("{:.4g}k", value / thousand);
    return fmt::format("{:.4g}", value);
}

}  // namespace banyan::tools
