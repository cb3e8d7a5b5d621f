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
// and the limit of a step is for what one of them changes compared with the others. `amounts` are what the method
// divides. A processor without any of it, or that takes no time, keeps its speed.
std::vector<double> effective_speeds(const balanced_partition& present, const std::vector<double>& amounts,
                                     std::span<const processor_time> times) {
    const auto is_known = [&](std::size_t i) { return amounts[i] > 0 && times[i].total_s() > 0; };
    std::vector<double> speeds = present.speeds;
    double before_sum = 0, sum = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!is_known(i)) continue;
        before_sum += speeds[i];
        speeds[i] = amounts[i] / times[i].total_s();
        sum += speeds[i];
    }
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double before = present.speeds[i];
        const double speed = is_known(i) ? speeds[i] * before_sum / sum : before;
        speeds[i] = std::clamp(speed, before / longest_step, before * longest_step);
    }
    return speeds;
}

}  // namespace

balanced_partition shift_shares(std::string_view method, const balanced_partition& start, const cost_model& model) {
    const auto divided = part::find_method(method).divides_work ? model.work : cell_work();
    auto best = start, present = start;
    auto times = model.times(present.parts);
    double least_s = slowest(times).total_s();
    for (int pass = 0, fruitless = 0; pass < most_shifts && fruitless < most_fruitless; ++pass) {
        const auto speeds = effective_speeds(present, divided.of_processors(present.parts), times);
        auto parts = part::make_partition(method, start.parts.domain(), part::speeds(speeds), model.work.options());
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
