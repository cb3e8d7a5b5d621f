#include "advisor/scaling.hpp"

#include <algorithm>
#include <stdexcept>

namespace banyan::advisor {
namespace {

constexpr double knee_margin = 0.05;
constexpr double tie_margin = 0.02;
constexpr double measuring_margin = 0.10;
constexpr double warning_margin = 0.10;
constexpr std::size_t most_methods = 3;
constexpr double most_visible = 4;

/// A method's partition on one prefix.
struct modelled_method {
    std::string method;
    part::partition parts;
    processor_time slowest;
};

cost_model model_of(const processor_prefix& prefix, const cost_model& measured) {
    cost_model model = measured;
    model.processors.clear();
    for (std::size_t i = 0; i < prefix.ranks.size(); ++i) {
        model.processors.push_back(measured.processors.at(prefix.ranks[i]).faster_by(prefix.gain[i]));
    }
    return model;
}

std::vector<modelled_method> fastest_first(const part::grid& domain, std::span<const std::string> methods,
                                           const cost_model& model) {
    std::vector<modelled_method> all;
    for (const auto& method : methods) {
        auto parts = balance(method, domain, model.processors, model.work).parts;
        if (std::ranges::any_of(all, [&](const auto& other) { return other.parts == parts; })) continue;
        const auto longest = slowest(model.times(parts));
        all.push_back({method, std::move(parts), longest});
    }
    std::ranges::stable_sort(all, {}, [](const auto& one) { return one.slowest.total_s(); });
    return all;
}

scaling_point point_of(processor_prefix prefix, const part::grid& domain, std::span<const std::string> methods,
                       const cost_model& measured) {
    const auto all = fastest_first(domain, methods, model_of(prefix, measured));
    scaling_point point;
    point.processors = std::move(prefix);
    for (std::size_t i = 0; i < std::min(most_methods, all.size()); ++i) {
        point.methods.push_back(all[i].method);
    }
    point.compute_s = all.front().slowest.compute_s;
    point.messages_s = all.front().slowest.messages_s;
    return point;
}

}  // namespace

scaling_curve::scaling_curve(std::vector<processor_prefix> prefixes, const part::grid& domain,
                             std::span<const std::string> methods, const cost_model& measured) {
    if (prefixes.empty() || methods.empty())
        throw std::invalid_argument("a scaling curve needs processors and methods");
    for (auto& prefix : prefixes) {
        points_.push_back(point_of(std::move(prefix), domain, methods, measured));
    }
    predict_unmeasured();
}

void scaling_curve::predict_unmeasured() {
    for (auto& point : points_) {
        if (point.measured) continue;
        point.predicted_s = point.compute_s + visible_messages_ * point.messages_s;
        point.interval_s = {point.predicted_s, point.predicted_s};
    }
}

void scaling_curve::set_measured(int tasks, const std::string& method, double predicted_s, const interval& interval_s) {
    auto& point = points_.at(static_cast<std::size_t>(tasks - 1));
    std::erase(point.methods, method);
    point.methods.insert(point.methods.begin(), method);
    point.predicted_s = predicted_s;
    point.interval_s = interval_s;
    point.measured = true;
    if (&point == &points_.back() && point.messages_s > 0)
        visible_messages_ = std::clamp((predicted_s - point.compute_s) / point.messages_s, 0.0, most_visible);
    predict_unmeasured();
}

int scaling_curve::knee() const {
    const double least = std::ranges::min_element(points_, {}, &scaling_point::predicted_s)->predicted_s;
    return std::ranges::find_if(points_,
                                [&](const auto& point) { return point.predicted_s <= least * (1 + knee_margin); })
        ->tasks();
}

const scaling_point& scaling_curve::advised() const {
    const scaling_point* fastest = &all();
    for (const auto& point : points_) {
        if (point.measured && point.predicted_s < fastest->predicted_s) fastest = &point;
    }
    return *std::ranges::find_if(points_, [&](const auto& point) {
        return (point.measured || &point == fastest) && point.predicted_s <= fastest->predicted_s * (1 + tie_margin);
    });
}

int scaling_curve::worth_measuring() const {
    double measured_s = all().predicted_s;
    const scaling_point* next = nullptr;
    for (const auto& point : points_) {
        if (point.measured)
            measured_s = std::min(measured_s, point.predicted_s);
        else if (next == nullptr || point.predicted_s < next->predicted_s)
            next = &point;
    }
    return next != nullptr && next->predicted_s <= measured_s * (1 + measuring_margin) ? next->tasks() : 0;
}

const scaling_point& scaling_curve::clearly_fastest() const {
    const auto& fastest = *std::ranges::min_element(points_, {}, &scaling_point::predicted_s);
    return fastest.predicted_s <= all().predicted_s * (1 - warning_margin) ? fastest : all();
}

}  // namespace banyan::advisor
