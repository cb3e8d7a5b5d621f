#include "libgrid/repartition_candidates.hpp"

#include <algorithm>

#include "banyan/part/error.hpp"
#include "banyan/part/repartition.hpp"

namespace banyan::grid {
namespace {

bool is_way(const std::string& name) {
    return std::ranges::find(part::repartition_ways(), name, &part::repartition_way::name) !=
           part::repartition_ways().end();
}

bool is_method(const std::string& name) {
    return std::ranges::any_of(part::methods(), [&](const part::method_info& m) {
        return !name.empty() && (m.name == name || m.short_name == name);
    });
}

std::string all_names() {
    std::string names = "auto";
    for (const part::repartition_way& way : part::repartition_ways())
        names += ", " + std::string(way.name);
    for (const part::method_info& method : part::methods())
        names += ", " + std::string(method.name);
    return names;
}

/// Adds the partitions of a way that can change the present one. The weight is an estimate, and partitions of similar
/// balance can differ in their messages, so incremental makes several.
void add_by_way(const std::string& way, const part::partition& present, const part::speeds& now, double moving_weight,
                std::vector<repartition_candidate>& to) {
    constexpr double factors[] = {1, 0, 0.25, 4};
    const std::size_t tried = way == "incremental" ? std::size(factors) : 1;
    try {
        for (std::size_t i = 0; i < tried; ++i)
            to.push_back({part::repartition(way, present, now, {.moving_weight = factors[i] * moving_weight}), way});
    } catch (const part::error&) {  // rectangles without a straight cut, an owner list
    }
}

repartition_candidate by_method(const std::string& method, const part::partition& present, const part::speeds& now,
                                const part::partition_options& options) {
    return {part::make_partition(method, present.domain(), now, options), std::string(part::find_method(method).name)};
}

}  // namespace

void check_way(const std::string& way, const part::partition& present) {
    if (way == "auto") return;
    if (is_way(way)) {
        (void)part::repartition(way, present, part::speeds::equal(present.processors()));
        return;
    }
    if (!is_method(way)) throw part::error("way to repartition: unknown name '" + way + "', allowed: " + all_names());
    (void)part::make_partition(way, present.domain(), part::speeds::equal(present.processors()));
}

std::vector<repartition_candidate> repartition_candidates(const std::string& way, const part::partition& present,
                                                          const part::speeds& now, double moving_weight,
                                                          const part::partition_options& options) {
    std::vector<repartition_candidate> found;
    if (way != "auto" && !is_way(way))
        found.push_back(by_method(way, present, now, options));
    else if (way != "auto")
        add_by_way(way, present, now, moving_weight, found);
    if (way != "auto") return found;
    for (const part::repartition_way& each : part::repartition_ways())
        add_by_way(std::string(each.name), present, now, moving_weight, found);
    constexpr int most_for_hybrid = 64;  // above, a decision would take too long
    if (!present.is_rectangular()) return found;
    if (present.domain().cells() < now.size()) return found;  // a method gives each processor a cell
    found.push_back(by_method("columns", present, now, options));
    if (now.size() <= most_for_hybrid) found.push_back(by_method("hybrid", present, now, options));
    return found;
}

std::optional<repartition_candidate> searched_candidate(const std::string& way, const part::partition& present,
                                                        const part::speeds& now,
                                                        const part::partition_options& options) {
    constexpr int most_ranks = 16;
    if (way != "auto" || !present.is_rectangular() || now.size() > most_ranks) return std::nullopt;
    if (present.domain().cells() < now.size()) return std::nullopt;
    return by_method("best", present, now, options);
}

}  // namespace banyan::grid
