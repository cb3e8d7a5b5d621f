// The report that a probe prints on rank 0 and the verbs read: one JSON object with every sample.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/collective_probe.hpp"
#include "advisor/exchange_model.hpp"
#include "advisor/network_terms.hpp"
#include "advisor/overlap_probe.hpp"
#include "advisor/speed_probe.hpp"
#include "advisor/technique_probe.hpp"
#include "libnet/schedules/network_model.hpp"

namespace banyan::advisor {

/// Times of one pair of ranks at one message size; seconds per message, one way.
struct pair_result {
    std::size_t bytes = 0;
    std::vector<double> ping_pong_s;
    std::vector<double> stream_s;  ///< empty if only latency was measured
};

struct pair_report {
    int a = 0;
    int b = 1;
    std::vector<pair_result> results;
};

/// All measurements that a run of a probe can contain. Parts that were not measured are empty.
struct probe_report {
    std::vector<std::string> hosts;             ///< of each rank
    std::vector<nlohmann::ordered_json> facts;  ///< host_facts of each rank
    std::vector<pair_report> pairs;
    std::vector<exchange_samples> exchanges;
    message_overheads overheads;
    std::vector<contention_samples> contention;
    std::vector<std::vector<shape>> shapes;  ///< [rank][shape]
    sweep_times sweeps;
    std::vector<overlap_calibration> overlap_calibrations;
    std::optional<net::network_model> network;
    std::vector<collective_times> collectives;
    std::optional<technique_report> techniques;
    std::vector<double> busy_cores;  ///< of the host of each rank, while the tasks sleep
};

nlohmann::ordered_json to_json(const probe_report& report);

/// The report among the output of a probe: the program may have printed other lines. Throws std::runtime_error "the
/// report of the probe ..." for output without a report, and for a report of another version.
probe_report parse_probe_report(const std::string& output);

}  // namespace banyan::advisor
