#include "advisor/probe/measure.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "advisor/collective_probe.hpp"
#include "advisor/contention_probe.hpp"
#include "advisor/exchange_probe.hpp"
#include "advisor/host_facts.hpp"
#include "advisor/iteration_probe.hpp"
#include "advisor/message_probe.hpp"
#include "advisor/overlap_probe.hpp"
#include "advisor/ping_pong_probe.hpp"
#include "advisor/processor_load.hpp"
#include "advisor/ring.hpp"
#include "advisor/seconds_since.hpp"
#include "advisor/technique_probe.hpp"
#include "advisor/time_shares.hpp"
#include "banyan/net/collectives.hpp"
#include "libnet/collectives/network_measurement.hpp"

namespace banyan::advisor {
namespace {

constexpr std::size_t burst_bytes = std::size_t{4} << 20;  // of one burst, when bandwidth is measured
constexpr int longest_burst = 64;

[[noreturn]] void refuse(const std::string& what) {
    throw net::error(net::errc::invalid_argument, what);
}

std::vector<nlohmann::ordered_json> gather_facts(const net::group& world) {
    const auto mine = to_json(read_host_facts()).dump();
    const auto all = net::gather_varying(world, mine);
    std::vector<nlohmann::ordered_json> facts;
    auto text = all.items.begin();
    for (const auto count : all.counts) {
        const auto end = text + static_cast<std::ptrdiff_t>(count);
        facts.push_back(nlohmann::ordered_json::parse(text, end));
        text = end;
    }
    return facts;
}

int burst_length(std::size_t bytes) {
    return static_cast<int>(std::clamp<std::size_t>(burst_bytes / std::max<std::size_t>(bytes, 1), 1, longest_burst));
}

pair_report measure_pair(const net::group& world, net::rank a, net::rank b, const probe_options& options) {
    pair_report pair{a.value, b.value, {}};
    for (const auto bytes : options.bytes) {
        const ping_pong_options how{bytes, options.repeat, std::min(options.repeat, 20)};
        pair_result result{bytes, ping_pong(world, a, b, how), {}};
        if (options.stream) result.stream_s = stream(world, a, b, burst_length(bytes), how);
        pair.results.push_back(std::move(result));
    }
    return pair;
}

// Sends the samples from the first rank of the pair to rank 0.
void collect_pair(const net::group& world, pair_report& pair) {
    constexpr net::tag samples_tag{20};
    if (pair.a == 0) return;
    const net::rank root{0}, first{pair.a};
    for (auto& result : pair.results) {
        for (auto* samples : {&result.ping_pong_s, &result.stream_s}) {
            std::uint64_t count = samples->size();
            if (world.rank() == first) {
                world.send(root, samples_tag, std::span<const std::uint64_t>(&count, 1));
                world.send(root, samples_tag, std::span<const double>(*samples));
            } else if (world.rank() == root) {
                world.recv(first, samples_tag, std::span(&count, 1));
                samples->resize(count);
                world.recv(first, samples_tag, std::span<double>(*samples));
            }
        }
    }
}

// The pairs are measured one after the other, so that no pair shares the network with another one.
std::vector<pair_report> measure_pairs(const net::group& world, const probe_options& options) {
    if (world.size() < 2) refuse("a ping-pong needs at least 2 tasks");
    const int size = options.all_pairs ? world.size() : 2;
    std::vector<pair_report> reports;
    for (int a = 0; a < size; ++a) {
        for (int b = a + 1; b < size; ++b) {
            net::barrier(world);
            auto pair = measure_pair(world, net::rank{a}, net::rank{b}, options);
            collect_pair(world, pair);
            if (world.rank().value == 0) reports.push_back(std::move(pair));
        }
    }
    return reports;
}

const std::vector<shape>& shapes_of_this_rank(const net::group& world, const probe_options& options) {
    if (static_cast<int>(options.shapes.size()) != world.size())
        refuse("--shapes has shapes for " + std::to_string(options.shapes.size()) + " ranks, but the run has " +
               std::to_string(world.size()));
    return options.shapes[static_cast<std::size_t>(world.rank().value)];
}

std::vector<overlap_calibration> measure_overlaps(const net::group& world, const probe_options& options,
                                                  kernel& application) {
    const auto& shapes = shapes_of_this_rank(world, options);
    if (options.patterns.size() != shapes.size())
        refuse("--patterns has " + std::to_string(options.patterns.size()) + " patterns for " +
               std::to_string(shapes.size()) + " shapes");
    const calibration_options limits{options.rounds, options.window_s};
    if (!options.partitions.empty()) {
        auto whole = measure_iterations(world, options.partitions, application, iterations_as_long_as(limits));
        if (whole) return std::move(*whole);
    }
    std::vector<calibrated_method> methods;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        methods.push_back({shapes[i], options.patterns[i]});
    }
    return calibrate_overlap(world, methods, application, limits);
}

// Of exchanges, overheads, pairs and contention, which are measured in this order.
constexpr std::array network_shares{0.8, 0.06, 0.06, 0.08};

void measure_messages(const net::group& world, const probe_options& options, probe_report& report) {
    constexpr int most_samples = 31, most_small_samples = 15;
    const auto start = clock::now();
    std::size_t next = 0;
    const auto time_of_next = [&] {
        return agreed_value(world, time_of_share(options.budget_s, seconds_since(start), network_shares, next++));
    };
    report.exchanges = measure_exchanges(world, {options.bytes, {1, 2, 4}, time_of_next(), most_samples});
    report.overheads = measure_overheads(world, {time_of_next(), most_small_samples});
    for (auto& pair : measure_pair_latencies(world, {time_of_next(), most_small_samples})) {
        report.pairs.push_back({pair.a, pair.b, {{message_probe_bytes, std::move(pair.seconds), {}}}});
    }
    report.contention = measure_contention(world, {options.bytes, time_of_next(), most_samples});
}

// The tasks sleep while it is measured, so only other programs are counted.
std::vector<double> measure_load(const net::group& world, double seconds) {
    constexpr auto until_all_sleep = std::chrono::milliseconds(20);
    net::barrier(world);
    std::this_thread::sleep_for(until_all_sleep);
    const std::vector mine{measure_busy_processors(seconds)};
    std::vector<double> all(world.rank().value == 0 ? static_cast<std::size_t>(world.size()) : 0);
    net::gather(world, mine, all);
    return all;
}

void measure_with_kernel(const net::group& world, const probe_options& options, const kernel_factory& make_kernel,
                         probe_report& report) {
    if (!make_kernel) refuse("this probe measures no application; start the application");
    const auto application = make_kernel(options.flops);
    report.shapes = options.shapes;
    if (options.what == probe_options::mode::overlap) {
        report.overlap_calibrations = measure_overlaps(world, options, *application);
        return;
    }
    const auto& mine = shapes_of_this_rank(world, options);
    report.sweeps =
        measure_sweeps(world, mine, *application, {options.rounds, options.window_s, options.speed_budget_s});
}

}  // namespace

probe_report measure(const net::group& world, const probe_options& options, const kernel_factory& make_kernel) {
    probe_report report;
    for (int r = 0; r < world.size(); ++r) {
        report.hosts.push_back(world.host(net::rank{r}));
    }
    report.facts = gather_facts(world);
    switch (options.what) {
        case probe_options::mode::greet:
            break;
        case probe_options::mode::ping_pong:
            report.pairs = measure_pairs(world, options);
            break;
        case probe_options::mode::exchange:
            measure_messages(world, options, report);
            break;
        case probe_options::mode::network:
            report.network = net::measure_network(world);
            break;
        case probe_options::mode::collectives:
            report.network = net::network_of(world);
            report.collectives = measure_collectives(
                world, {options.collectives, options.algorithms, options.bytes, options.repeat, options.first_sample},
                *report.network);
            break;
        case probe_options::mode::techniques:
            report.network = net::network_of(world);
            report.techniques = measure_techniques(world, {options.bytes, options.repeat}, *report.network);
            break;
        case probe_options::mode::load:
            report.busy_cores = measure_load(world, options.window_s);
            break;
        case probe_options::mode::speed:
        case probe_options::mode::overlap:
            measure_with_kernel(world, options, make_kernel, report);
            break;
    }
    return report;
}

}  // namespace banyan::advisor
