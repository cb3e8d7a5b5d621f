// How many cells move if speeds change: our ways, methods that start again, METIS and Zoltan.
#include "banyan/part/repartition.hpp"

#include <functional>
#include <optional>
#include <string>

#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "bench/partitioning/instances.hpp"
#include "bench/partitioning/others.hpp"
#include "bench/partitioning/tables.hpp"

namespace banyan::bench {
namespace {

constexpr int grid_side = 512;
constexpr int drift_instances = 5;
const part::grid drift_domain(grid_side, grid_side, part::periodic::none);

using maybe_partition = std::optional<part::partition>;

/// How the first partition is made, and how the one for the new speeds.
struct repartitioner_row {
    std::string name;
    std::function<maybe_partition(const part::speeds&)> first;
    std::function<maybe_partition(const part::partition& old, const part::speeds& now)> again;
    bool in_one_line = false;  ///< the least number of moved cells is known for the order of the processors
};

std::vector<double> shares_for(const part::speeds& processors) {
    std::vector<double> shares;
    for (int processor = 0; processor < processors.size(); ++processor)
        shares.push_back(processors.share(processor));
    return shares;
}

maybe_partition listed(std::optional<std::vector<std::int32_t>> owners, int processors) {
    if (!owners) return std::nullopt;
    return part::partition::from_owners(drift_domain, processors, std::move(*owners));
}

maybe_partition metis(const part::speeds& now) {
    return listed(by_metis(grid_side, grid_side, shares_for(now)), now.size());
}

maybe_partition rcb(const part::speeds& now) {
    return listed(by_zoltan_rcb(grid_side, grid_side, shares_for(now)), now.size());
}

std::vector<repartitioner_row> repartitioner_rows() {
    std::vector<repartitioner_row> all;
    for (const char* method : {"columns", "hybrid"}) {
        const auto first = [method](const part::speeds& s) { return part::make_partition(method, drift_domain, s); };
        const std::string name(method);
        all.push_back({name + ", again", first, [first](const auto&, const auto& now) { return first(now); }});
        for (const part::repartition_way& way : part::repartition_ways())
            all.push_back({name + ", " + std::string(way.name), first,
                           [way](const auto& old, const auto& now) { return part::repartition(way.name, old, now); }});
    }
    for (const char* method : {"contiguous_row", "contiguous_point"})
        all.push_back({std::string(method) + ", incremental",
                       [method](const part::speeds& s) { return part::make_partition(method, drift_domain, s); },
                       [](const auto& old, const auto& now) { return part::repartition("incremental", old, now); },
                       true});
    all.push_back({"METIS, again", metis, [](const auto&, const auto& now) { return metis(now); }});
    all.push_back({"METIS, then Banyan incremental", metis,
                   [](const auto& old, const auto& now) { return part::repartition("incremental", old, now); }});
    all.push_back({"Zoltan RCB, again", rcb, [](const auto&, const auto& now) { return rcb(now); }});
    for (const double iterations : {1.0, 100.0})
        all.push_back({"METIS, then Zoltan repartition (" + std::to_string(static_cast<int>(iterations)) + ")", metis,
                       [iterations](const auto& old, const auto& now) {
                           return listed(
                               by_zoltan_repartition(grid_side, grid_side, shares_for(now), old.owners(), iterations),
                               now.size());
                       }});
    return all;
}

/// The share that must move: for processors in one line, to any partition in their order of the same balance.
double least_share(const repartitioner_row& r, const part::partition& old, const part::partition& changed,
                   const part::speeds& now) {
    if (!r.in_one_line) return least_moved_share(old, now);
    const auto cells = least_moved_cells(old, now, max_time_ratio(changed, now));
    return static_cast<double>(cells.value()) / (double{grid_side} * grid_side);
}

/// Each speed times a factor that is uniform in 1 - drift .. 1 + drift. The factors come from the speeds of other
/// seeds.
part::speeds drifted(const part::speeds& before, double drift, std::uint64_t seed) {
    const std::vector<double> random = random_speeds(spread::uniform, before.size(), 1000 + seed);
    std::vector<double> now;
    for (int i = 0; i < before.size(); ++i)
        now.push_back(before[i] * (1 + drift * ((random[static_cast<std::size_t>(i)] - 1) / 4.5 - 1)));
    return part::speeds(std::move(now));
}

nlohmann::ordered_json measured_repartition(const repartitioner_row& r, double drift, int processors) {
    nlohmann::ordered_json row{{"partitioner", r.name}, {"drift", drift}, {"processors", processors}};
    double moved = 0, worst = 0, least = 0, balance = 0, length = 0, taken = 0;
    for (std::uint64_t seed = 1; seed <= drift_instances; ++seed) {
        const part::speeds before(random_speeds(spread::uniform, processors, seed));
        const part::speeds now = drifted(before, drift, seed);
        const auto old = r.first(before);
        maybe_partition changed;
        if (old) taken += median_seconds(1, [&] { changed = r.again(*old, now); });
        if (!changed) {
            row["missing"] = true;
            return row;
        }
        const double share = static_cast<double>(moved_cells(*old, *changed)) / (double{grid_side} * grid_side);
        moved += share;
        worst = std::max(worst, share);
        least += least_share(r, *old, *changed, now);
        balance += max_time_ratio(*changed, now);
        length += half_perimeter_gap(*changed, now);
    }
    row["least_moved"] = least / drift_instances;
    row["moved"] = moved / drift_instances;
    row["most_moved"] = worst;
    row["max_time_ratio"] = balance / drift_instances;
    row["half_perimeter_over_bound"] = length / drift_instances;
    row["milliseconds"] = 1e3 * taken / drift_instances;
    return row;
}

}  // namespace

nlohmann::ordered_json repartition_table() {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (double drift : {0.02, 0.3})
        for (int processors : {8, 32})
            for (const repartitioner_row& r : repartitioner_rows())
                rows.push_back(measured_repartition(r, drift, processors));
    return {{"grid", {{"rows", grid_side}, {"cols", grid_side}, {"periodic", "none"}}},
            {"speeds", "uniform 1..10, times a factor uniform in 1 - drift .. 1 + drift"},
            {"instances_each", drift_instances},
            {"rows", std::move(rows)}};
}

}  // namespace banyan::bench
