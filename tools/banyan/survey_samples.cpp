#include "tools/banyan/survey_samples.hpp"

#include "advisor/host_facts.hpp"
#include "advisor/probe_report.hpp"
#include "banyan/part/partition_json.hpp"
#include "tools/banyan/grid_text.hpp"
#include "tools/banyan/predictability_report.hpp"
#include "tools/banyan/ranking_report.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;

// Parts that were not measured are left out.
json measured_parts(const advisor::probe_report& report) {
    json one = to_json(report);
    for (const auto* part : {"pairs", "exchanges", "shapes", "sweeps_s", "overlap_calibrations"})
        if (one[part].empty()) one.erase(part);
    return one;
}

json partition_json(const std::string& method, const advisor::balanced_partition& one) {
    json cells = json::array();
    for (int processor = 0; processor < one.parts.processors(); ++processor)
        cells.push_back(one.parts.cells(processor));
    return {{"method", method},       {"speeds", one.speeds},   {"cells", cells},
            {"settled", one.settled}, {"shifted", one.shifted}, {"partition", json::parse(part::to_json(one.parts))}};
}

}  // namespace

json survey_json(const advisor::survey& found, const std::vector<std::string>& methods) {
    json partitions = json::array(), reports = json::array();
    for (std::size_t m = 0; m < found.partitions.size(); ++m)
        partitions.push_back(partition_json(methods.at(m), found.partitions[m]));
    for (const auto& report : found.reports)
        reports.push_back(measured_parts(report));
    return {{"partitions", partitions}, {"reports", reports}};
}

json advise_samples_json(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked,
                         const advisor::predictability& quality) {
    json out{{"made", advisor::utc_now()}, {"application", problem.application}, {"flops", problem.flops}};
    out.update(grid_json(problem.domain, problem.work.kind()));
    out.update(json{{"stencil", problem.stencil},
                    {"item_bytes", problem.item_bytes},
                    {"tasks", found.speeds.size()},
                    {"methods", problem.methods},
                    {"prediction", prediction_json(ranked)},
                    {"predictability", predictability_json(quality)},
                    {"survey", survey_json(found, problem.methods)}});
    return out;
}

}  // namespace banyan::tools
