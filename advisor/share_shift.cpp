#include "advisor/share_shift.hpp"

#include <algorithm>

#include "banyan/part/methods.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::advisor {
namespace {

constexpr int most_shifts = 20;
constexpr int most_fruitless = 3;
constexpr double longest_step = 1.5;

// Only the ratios of the speeds matter, so they are scaled to the speeds before: messages make all processors slower,
// and the limit of a step is for what one of them changes compared with the others. A processor without cells keeps its
// speed.
std::vector<double> effective_speeds(const balanced_partition& present, std::span<const processor_time> times) {
    std::vector<double> speeds = present.speeds;
    double before_sum = 0, sum = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto cells = static_cast<double>(present.parts.cells(static_cast<int>(i)));
        if (cells <= 0) continue;
        before_sum += speeds[i];
        speeds[i] = cells / times[i].total_s();
        sum += speeds[i];
    }
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double before = present.speeds[i];
        const bool has_cells = present.parts.cells(static_cast<int>(i)) > 0;
        const double speed = has_cells ? speeds[i] * before_sum / sum : before;
        speeds[i] = std::clamp(speed, before / longest_step, before * longest_step);
    }
    return speeds;
}

}  // namespace

balanced_partition shift_shares(std::string_view method, const balanced_partition& start, const cost_model& model) {
    auto best = start, present = start;
    auto times = model.times(present.parts);
    double least_s = slowest(times).total_s();
    for (int pass = 0, fruitless = 0; pass < most_shifts && fruitless < most_fruitless; ++pass) {
        const auto speeds = effective_speeds(present, times);
        auto parts = part::make_partition(method, start.parts.domain(), part::speeds(speeds));
        if (parts == present.parts) break;
        present = {std::move(parts), speeds, true, true};
        times = model.times(present.parts);
        const double longest_s = slowest(times).total_s();
        ++fruitless;
        if (!(longest_s < least_s)) continue;
        best = present;
        least_s = longest_s;
        fruitless = 0;
    }
    return best;
}

}  // namespace banyan::advisor
