// Compiled without contraction of products and sums, for the reason given in network_model.cpp.
#include "libnet/schedules/lin_model.hpp"

#include <algorithm>
#include <cmath>

namespace banyan::net {
namespace {

double slower(const lin_parameters& model) {
    return std::max(model.byte_s, model.copy_byte_s);
}

// The whole number from 1 to `most` where `time`, a convex function with its minimum at `best`, is smallest.
template <class Time>
double best_whole(double best, double most, const Time& time) {
    const double below = std::clamp(std::floor(best), 1.0, most);
    const double above = std::clamp(std::floor(best) + 1, 1.0, most);
    return time(below) <= time(above) ? below : above;
}

}  // namespace

double one_to_one_time(const lin_parameters& model, double m) {
    return model.start_s + m * (model.byte_s + 2 * model.copy_byte_s);
}

double overlapped_time(const lin_parameters& model, double m, double h) {
    return m / h * model.start_s + h * (2 * model.copy_byte_s + model.byte_s) + (m - h) * slower(model);
}

std::size_t optimal_chunk(const lin_parameters& model, std::size_t m) {
    const auto all = static_cast<double>(m);
    if (m <= 1) return m;
    const double growth = 2 * model.copy_byte_s + model.byte_s - slower(model);  // of the time with h
    if (growth <= 0) return m;
    const double best = std::min(all, std::sqrt(all * model.start_s / growth));
    return static_cast<std::size_t>(best_whole(best, all, [&](double h) { return overlapped_time(model, all, h); }));
}

double one_to_many_time(const lin_parameters& model, int p, double m) {
    return p * model.start_s + p * m * model.byte_s + (p + 1) * m * model.copy_byte_s;
}

double two_level_time(const lin_parameters& model, int p, double m, double g) {
    const double group = model.start_s + m * (model.copy_byte_s + model.byte_s);
    return g * model.start_s + p * m * slower(model) + p / g * group + m * model.copy_byte_s;
}

int optimal_groups(const lin_parameters& model, int p, double m) {
    const double group = model.start_s + m * (model.copy_byte_s + model.byte_s);
    if (model.start_s <= 0) return p;
    const double best = std::min<double>(p, std::sqrt(p * group / model.start_s));
    return static_cast<int>(best_whole(best, p, [&](double g) { return two_level_time(model, p, m, g); }));
}

double many_to_one_time(const lin_parameters& model, int p, double m) {
    return model.start_s + p * m * model.byte_s + (p + 1) * m * model.copy_byte_s;
}

double three_phase_time(const lin_parameters& model, int p, double m, double first) {
    const double second = m - first;
    const double copied_meanwhile = std::max(p * first * slower(model), second * model.copy_byte_s);
    return 2 * model.start_s + first * model.copy_byte_s + copied_meanwhile + p * second * slower(model) +
           second * model.copy_byte_s;
}

double optimal_first_part(const lin_parameters& model, int p, double m) {
    const double sum = p * slower(model) + model.copy_byte_s;
    return sum > 0 ? m * model.copy_byte_s / sum : 0;
}

}  // namespace banyan::net
