#include "advisor/shifted_candidates.hpp"

#include <algorithm>

#include "advisor/candidate_messages.hpp"
#include "advisor/processor_time.hpp"
#include "advisor/share_shift.hpp"
#include "banyan/part/stencil.hpp"

namespace banyan::advisor {
namespace {

constexpr std::size_t most_added = 4;
constexpr double may_be_fastest = 1.15;  // relative to the fastest by the model
constexpr double least_modelled_gain = 0.005;
constexpr double least_measured_gain = 0.01;

struct shifted_method {
    std::size_t method;
    balanced_partition shifted;
    double modelled_s;
};

bool is_new(const part::partition& parts, const survey& found) {
    return std::ranges::none_of(found.partitions, [&](const auto& known) { return known.parts == parts; });
}

cost_model model_of_patterns(const problem& task, const survey& found) {
    cost_model model{found.curves, fit_exchanges(found.exchanges), part::stencil::named(task.stencil), task.item_bytes};
    model.work = task.work;
    for (const auto& one : task.patterns) {
        if (one.pattern == task.stencil)
            model.stencil_per_sweep = one.per_sweep;
        else
            model.further.push_back(one);
    }
    return model;
}

double modelled_s(const cost_model& model, const part::partition& parts) {
    return slowest(model.times(parts)).total_s();
}

// What all patterns add to a sweep with one exchange of the stencil; below zero if it has no exchange in some sweeps.
double further_s(const cost_model& all, const part::partition& parts) {
    auto single = all;
    single.stencil_per_sweep = 1;
    single.further.clear();
    return modelled_s(all, parts) - modelled_s(single, parts);
}

std::vector<shifted_method> worth_measuring(const problem& task, const cost_model& model, const survey& found) {
    std::vector<double> before_s;
    for (const auto& partition : found.partitions) {
        before_s.push_back(modelled_s(model, partition.parts));
    }
    const double least_s = *std::ranges::min_element(before_s);
    std::vector<shifted_method> list;
    for (std::size_t m = 0; m < task.methods.size(); ++m) {
        if (task.given.contains(task.methods[m])) continue;
        if (found.candidates[m].same_as || before_s[m] > least_s * may_be_fastest) continue;
        auto shifted = shift_shares(task.methods[m], found.partitions[m], model);
        const double after_s = modelled_s(model, shifted.parts);
        if (after_s > before_s[m] * (1 - least_modelled_gain) || !is_new(shifted.parts, found)) continue;
        list.push_back({m, std::move(shifted), after_s});
    }
    std::ranges::stable_sort(list, {}, &shifted_method::modelled_s);
    if (list.size() > most_added) list.erase(list.begin() + most_added, list.end());
    return list;
}

// Its computation is not measured alone: it is taken from the speed curves.
candidate candidate_of(const problem& task, const cost_model& model, const shifted_method& one) {
    candidate added{task.methods[one.method] + " with shifted shares", {}, {}, {}};
    for (const auto& time : model.times(one.shifted.parts)) {
        added.compute_s.emplace_back(time.compute_s > 0 ? 1u : 0u, time.compute_s);
    }
    set_messages(added, part::exact_communication(one.shifted.parts, model.stencil), task.item_bytes);
    return added;
}

}  // namespace

std::vector<std::size_t> add_shifted_candidates(const problem& task, survey& found) {
    const auto model = model_of_patterns(task, found);
    std::vector<std::size_t> added;
    for (auto& one : worth_measuring(task, model, found)) {
        if (!is_new(one.shifted.parts, found)) continue;  // two methods can shift to the same partition
        added.push_back(one.method);
        found.candidates.push_back(candidate_of(task, model, one));
        found.partitions.push_back(std::move(one.shifted));
    }
    return added;
}

void keep_faster_candidates(const problem& task, const std::vector<std::size_t>& added, survey& found) {
    if (added.empty()) return;
    const auto model = model_of_patterns(task, found);
    const auto ranked = rank_methods(found.candidates, found.exchanges, {0});
    const auto methods = found.candidates.size() - added.size();
    for (std::size_t i = 0; i < added.size(); ++i) {
        auto& base = found.candidates[added[i]];
        auto& shifted = found.candidates[methods + i];
        if (shifted.modelled_only) continue;
        const auto& parts = found.partitions[methods + i].parts;
        const double base_s = ranked.of(base.method).predicted_s + further_s(model, found.partitions[added[i]].parts);
        const double shifted_s = ranked.of(shifted.method).predicted_s + further_s(model, parts);
        if (!base.modelled_only && shifted_s > base_s * (1 - least_measured_gain)) continue;
        shifted.method = base.method;
        base = shifted;
        found.partitions[added[i]] = found.partitions[methods + i];
    }
    found.candidates.resize(methods);
    found.partitions.erase(found.partitions.begin() + static_cast<std::ptrdiff_t>(methods), found.partitions.end());
    mark_equal_partitions(found);
}

void mark_equal_partitions(survey& found) {
    for (std::size_t m = 0; m < found.candidates.size(); ++m) {
        const auto& parts = found.partitions[m].parts;
        const auto first = std::ranges::find_if(found.partitions, [&](const auto& p) { return p.parts == parts; });
        const auto place = static_cast<std::size_t>(first - found.partitions.begin());
        found.candidates[m].same_as = place == m ? std::nullopt : std::optional(place);
    }
}

}  // namespace banyan::advisor
