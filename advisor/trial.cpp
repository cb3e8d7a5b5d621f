#include "advisor/trial.hpp"

#include <algorithm>

namespace banyan::advisor {
namespace {

bool all_positive(const std::vector<double>& values) {
    return !values.empty() && std::all_of(values.begin(), values.end(), [](double x) { return x > 0; });
}

}  // namespace

bool trial::are_same(std::size_t a, std::size_t b) const {
    return a == b || (!partitions.empty() && partitions[a] == partitions[b]);
}

double trial::predicted_ratio() const {
    return predicted_s[1] / predicted_s[0];
}

double trial::observed_ratio() const {
    return median(observed_s[1]) / median(observed_s[0]);
}

bool is_complete(const trial& one, std::size_t methods) {
    return one.predicted_s.size() == methods && one.observed_s.size() == methods &&
           (one.partitions.empty() || one.partitions.size() == methods) && all_positive(one.predicted_s) &&
           std::all_of(one.observed_s.begin(), one.observed_s.end(), all_positive);
}

std::vector<std::vector<const trial*>> trials_by_setting(std::span<const trial> trials) {
    std::vector<std::vector<const trial*>> settings;
    for (const auto& one : trials) {
        const auto alike = std::find_if(settings.begin(), settings.end(), [&](const auto& setting) {
            return setting.front()->flops == one.flops && setting.front()->tasks == one.tasks;
        });
        if (alike == settings.end())
            settings.push_back({&one});
        else
            alike->push_back(&one);
    }
    return settings;
}

}  // namespace banyan::advisor
