#include <functional>
#include <optional>
#include <string>

#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "bench/partitioning/instances.hpp"
#include "bench/partitioning/others.hpp"
#include "bench/partitioning/tables.hpp"
#include "bench/partitioning/treemap.hpp"

namespace banyan::bench {
namespace {

using part::partition;

constexpr int side = 256;
constexpr int instances = 3;
const part::grid domain(side, side, part::periodic::none);

struct partitioner {
    std::string name;
    std::function<std::optional<partition>(const part::speeds&)> run;
};

std::vector<double> shares_of(const part::speeds& processors) {
    std::vector<double> shares;
    for (int processor = 0; processor < processors.size(); ++processor)
        shares.push_back(processors.share(processor));
    return shares;
}

std::optional<partition> from_owners(std::optional<std::vector<std::int32_t>> owners, const part::speeds& processors) {
    if (!owners) return std::nullopt;
    return partition::from_owners(domain, processors.size(), std::move(*owners));
}

std::optional<partition> treemap(const part::speeds& processors) {
    std::vector<part::weighted_processor> sorted;
    for (int processor : processors.descending())
        sorted.push_back({processor, processors[processor]});
    return part::realize(squarified_treemap(sorted, side, side), domain, processors.size());
}

std::vector<partitioner> partitioners() {
    std::vector<partitioner> all;
    for (const char* name : {"rb2", "columns", "hybrid"})
        all.push_back({name, [name](const part::speeds& s) { return part::make_partition(name, domain, s); }});
    all.push_back({"squarified treemap", treemap});
    all.push_back({"METIS", [](const part::speeds& s) { return from_owners(by_metis(side, side, shares_of(s)), s); }});
    all.push_back(
        {"Zoltan RCB", [](const part::speeds& s) { return from_owners(by_zoltan_rcb(side, side, shares_of(s)), s); }});
    return all;
}

struct sums {
    double over_bound = 0;
    double messages = 0;
    double balance = 0;
    double seconds = 0;

    void add(const partition& parts, const part::speeds& processors, double taken) {
        over_bound += half_perimeter_gap(parts, processors);
        messages += static_cast<double>(exact_communication(parts, part::stencil::named("5")).messages());
        balance += max_time_ratio(parts, processors);
        seconds += taken;
    }
};

nlohmann::ordered_json measured(const partitioner& p, spread kind, int processors) {
    nlohmann::ordered_json row{{"partitioner", p.name}, {"speeds", name_of(kind)}, {"processors", processors}};
    sums total;
    for (std::uint64_t seed = 1; seed <= instances; ++seed) {
        const part::speeds s(random_speeds(kind, processors, seed));
        std::optional<partition> parts = p.run(s);  // the first run includes the start of libraries
        if (!parts) {
            row["missing"] = true;
            return row;
        }
        const double taken = median_seconds(3, [&] { parts = p.run(s); });
        total.add(*parts, s, taken);
    }
    row["half_perimeter_over_bound"] = total.over_bound / instances;
    row["messages"] = total.messages / instances;
    row["max_time_ratio"] = total.balance / instances;
    row["milliseconds"] = 1e3 * total.seconds / instances;
    return row;
}

}  // namespace

nlohmann::ordered_json comparison_table() {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (int processors : {6, 16, 64})
        for (spread kind : all_spreads)
            for (const partitioner& p : partitioners())
                rows.push_back(measured(p, kind, processors));
    return {{"grid", {{"rows", side}, {"cols", side}, {"periodic", "none"}}},
            {"stencil", "5"},
            {"instances_each", instances},
            {"rows", std::move(rows)}};
}

}  // namespace banyan::bench
