#include "advisor/computer_load.hpp"

#include <algorithm>
#include <map>

namespace banyan::advisor {
namespace {

constexpr double negligible_cores = 0.25;

template <class Value>
Value fact(const nlohmann::ordered_json& facts, const char* name, const Value& unknown) {
    return facts.is_object() ? facts.value(name, unknown) : unknown;
}

}  // namespace

bool computer_load::is_contended() const {
    const double left = std::max(0, cores - tasks);
    return cores > 0 && busy_cores > left + negligible_cores;
}

std::vector<computer_load> computer_loads(const probe_report& report) {
    std::vector<computer_load> loads;
    std::map<std::string, std::size_t> places;
    for (std::size_t rank = 0; rank < report.facts.size(); ++rank) {
        const auto& facts = report.facts[rank];
        const auto [place, is_new] = places.emplace(fact(facts, "name", std::string()), loads.size());
        if (is_new) loads.push_back({{}, 0, fact(facts, "cores", 0), 0});
        auto& load = loads[place->second];
        ++load.tasks;
        const auto& host = report.hosts.at(rank);
        if (std::ranges::count(load.hosts, host) == 0) load.hosts.push_back(host);
        if (rank < report.busy_cores.size()) load.busy_cores = std::max(load.busy_cores, report.busy_cores[rank]);
    }
    return loads;
}

probe_options load_probe() {
    probe_options options;
    options.what = probe_options::mode::load;
    options.window_s = 0.4;
    return options;
}

}  // namespace banyan::advisor
