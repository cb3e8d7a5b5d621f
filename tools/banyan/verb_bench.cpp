// banyan bench latency|bandwidth: measures messages between two tasks of the virtual machine. The other kinds of
// measurement are in files of their own.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "advisor/remote.hpp"
#include "advisor/statistics.hpp"
#include "tools/banyan/bench_placement.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/verb_bench.hpp"

namespace banyan::tools {
namespace {

struct bench_options {
    bool bandwidth = false;
    std::string transport = "auto";
    std::vector<std::size_t> bytes;
    int repeat = 0;
    std::vector<std::string> between;
    bool all_pairs = false;
    bool as_json = false;
};

struct line {
    std::size_t bytes = 0;
    advisor::summary latency_us;
    double bandwidth_median = 0;  // MB/s
    double bandwidth_max = 0;
    std::size_t repeat = 0;
};

double megabytes_per_s(std::size_t bytes, double seconds) {
    return static_cast<double>(bytes) / seconds / 1e6;
}

line reduce(const advisor::pair_result& result) {
    std::vector<double> microseconds;
    for (const double s : result.ping_pong_s) {
        microseconds.push_back(s * 1e6);
    }
    const auto seconds = advisor::summarize(result.stream_s.empty() ? result.ping_pong_s : result.stream_s);
    return {result.bytes, advisor::summarize(microseconds), megabytes_per_s(result.bytes, seconds.median),
            megabytes_per_s(result.bytes, seconds.min), microseconds.size()};
}

nlohmann::ordered_json to_json(const line& l) {
    return {{"bytes", l.bytes},
            {"latency_us", {{"min", l.latency_us.min}, {"median", l.latency_us.median}, {"p95", l.latency_us.p95}}},
            {"bandwidth_MBps", {{"median", l.bandwidth_median}, {"max", l.bandwidth_max}}},
            {"repeat", l.repeat}};
}

nlohmann::ordered_json results_of(const advisor::pair_report& pair) {
    auto out = nlohmann::ordered_json::array();
    for (const auto& result : pair.results) {
        out.push_back(to_json(reduce(result)));
    }
    return out;
}

void print_table(const advisor::pair_report& pair, const advisor::probe_report& report, const std::string& transport,
                 const std::string& encryption) {
    const auto host = [&](int rank) { return report.hosts.at(static_cast<std::size_t>(rank)); };
    std::cout << fmt::format("{} - {} over {}, encryption {}, half a round trip\n", host(pair.a), host(pair.b),
                             transport, encryption);
    std::cout << fmt::format("{:>10} {:>10} {:>10} {:>10} {:>12} {:>10}\n", "bytes", "min us", "median us", "p95 us",
                             "median MB/s", "max MB/s");
    for (const auto& result : pair.results) {
        const auto l = reduce(result);
        std::cout << fmt::format("{:>10} {:>10.2f} {:>10.2f} {:>10.2f} {:>12.1f} {:>10.1f}\n", l.bytes,
                                 l.latency_us.min, l.latency_us.median, l.latency_us.p95, l.bandwidth_median,
                                 l.bandwidth_max);
    }
}

void check_hosts(const bench_options& options, const std::vector<daemon::host_info>& hosts) {
    std::vector<std::string> names;
    for (const auto& host : hosts)
        names.push_back(host.name);
    for (const auto& name : options.between) {
        if (std::ranges::count(names, name) == 0) refuse_value("--between", name, one_of(names));
    }
    if (!options.between.empty() && options.between.size() != 2)
        throw verb_error(exit_status::usage,
                         fmt::format("--between: takes exactly 2 hosts (got {})", options.between.size()));
}

// Two tasks on the first two hosts, or on the only host; with --all-pairs one task on each host.
advisor::placement place(const bench_options& options, const std::vector<daemon::host_info>& hosts) {
    advisor::placement where;
    where.transport = options.transport;
    where.tasks = 2;
    for (const auto& host : hosts) {
        if (options.between.empty() && (options.all_pairs || where.hosts.size() < 2)) where.hosts.push_back(host.name);
    }
    if (!options.between.empty()) where.hosts = options.between;
    if (where.hosts.size() == 2 && where.hosts[0] == where.hosts[1]) where.hosts.pop_back();
    if (where.hosts.size() > 1) {
        where.tasks = static_cast<int>(where.hosts.size());
        where.per_host = 1;
    } else {
        where.per_host = 2;
    }
    if (options.transport == "unix" && where.hosts.size() > 1)
        throw verb_error(exit_status::usage,
                         fmt::format("--transport: 'unix' does not work between two hosts ({} and {}), use auto or tcp",
                                     where.hosts[0], where.hosts[1]));
    return where;
}

std::string transport_used(const bench_options& options, const advisor::placement& where) {
    if (options.transport != "auto") return options.transport;
    return where.hosts.size() > 1 ? "tcp" : "unix";
}

// The probes get BANYAN_ENCRYPTION, as all tasks do.
bool is_encrypted(bool plain_data, const advisor::placement& where, const std::string& transport) {
    const char* text = std::getenv("BANYAN_ENCRYPTION");
    const std::string_view asked = text == nullptr ? "" : text;
    if (asked == "counted_every_tcp") return false;
    if (transport == "tcp" && asked == "every_tcp") return true;
    return where.hosts.size() > 1 && !plain_data;
}

nlohmann::ordered_json pairs_of(const advisor::probe_report& report) {
    auto out = nlohmann::ordered_json::array();
    for (const auto& pair : report.pairs) {
        out.push_back({{"hosts", {report.hosts.at(pair.a), report.hosts.at(pair.b)}}, {"results", results_of(pair)}});
    }
    return out;
}

void run_bench(const bench_options& options) {
    auto virtual_machine = daemon::virtual_machine::find_or_start_private();
    const auto list = virtual_machine.list_hosts();
    check_hosts(options, list.hosts);
    const auto where = place(options, list.hosts);
    advisor::probe_options what;
    what.bytes = options.bytes;
    what.repeat = options.repeat;
    what.stream = options.bandwidth;
    what.all_pairs = options.all_pairs;
    progress line;
    line.say(fmt::format("measuring {} message sizes, {} times each", options.bytes.size(), options.repeat));
    const auto report = advisor::run_probe(virtual_machine, where, "banyan-probe", what);
    line.clear();
    const auto transport = transport_used(options, where);
    const std::string encryption = is_encrypted(list.plain_data, where, transport) ? "TLS 1.3" : "none";
    if (!options.as_json) {
        for (const auto& pair : report.pairs) {
            print_table(pair, report, transport, encryption);
        }
        return;
    }
    const auto& first = report.pairs.at(0);
    nlohmann::ordered_json out{{"transport", transport},
                               {"hosts", {report.hosts.at(first.a), report.hosts.at(first.b)}},
                               {"congestion_control", report.facts.at(0).at("congestion_control")},
                               {"encryption", encryption},
                               {"results", results_of(first)}};
    if (options.all_pairs) out["pairs"] = pairs_of(report);
    print_json("bench", 1, out);
}

void add_kind(CLI::App& bench, const std::string& name, const std::string& summary, bench_options defaults) {
    auto* verb = bench.add_subcommand(name, summary);
    auto options = std::make_shared<bench_options>(std::move(defaults));
    add_transport_option(*verb, options->transport);
    add_list_option(*verb, "--bytes", options->bytes, "Message sizes in bytes", whole_number(0, std::int64_t{1} << 30))
        ->type_name("B,...");
    verb->add_option("--repeat", options->repeat, "Number of samples for each message size")
        ->type_name("K")
        ->check(whole_number(1, 1'000'000))
        ->capture_default_str();
    add_list_option(*verb, "--between", options->between,
                    "Measure between these two hosts; without it, between the first two", any_text("a host"))
        ->type_name("HOST,HOST");
    verb->add_flag("--all-pairs", options->all_pairs, "Measure every pair of hosts, one pair at a time");
    add_json_option(*verb, options->as_json);
    verb->callback([options] { run_bench(*options); });
}

}  // namespace

void add_bench_options(CLI::App& verb) {
    verb.require_subcommand(1);
    bench_options latency;
    latency.bytes = {0, 8, 64, 512, 4096, 32768, 262144};
    latency.repeat = 1000;
    add_kind(verb, "latency", "Measure half a round trip between two tasks", latency);
    bench_options bandwidth;
    bandwidth.bandwidth = true;
    bandwidth.bytes = {4096, 65536, 1048576, 4194304};
    bandwidth.repeat = 50;
    add_kind(verb, "bandwidth", "Measure bursts of messages from one task to another", bandwidth);
    add_bench_collectives(verb);
    add_bench_model(verb);
    add_bench_techniques(verb);
}

}  // namespace banyan::tools
