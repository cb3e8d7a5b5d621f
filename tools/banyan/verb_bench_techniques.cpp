// banyan bench techniques: times of Lin's communication techniques and of the plain ways, predicted and measured.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <set>

#include "advisor/statistics.hpp"
#include "advisor/technique_probe.hpp"
#include "libnet/schedules/lin_network.hpp"
#include "tools/banyan/bench_placement.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/verb_bench.hpp"

namespace banyan::tools {
namespace {

constexpr std::int64_t longest_bytes = std::int64_t{64} << 20;

struct bench_techniques_options {
    std::vector<int> tasks;
    std::vector<std::size_t> bytes{8192, 65536, 1048576};
    int repeat = 5;
    std::string transport = "auto";
    bool as_json = false;
};

double median_s(const advisor::technique_way& way) {
    return advisor::summarize(way.seconds).median;
}

double predicted_quotient(const advisor::technique_times& row) {
    return row.improved.predicted_s / row.plain.predicted_s;
}

double measured_quotient(const advisor::technique_times& row) {
    return median_s(row.improved) / median_s(row.plain);
}

// T0 and Td of the messages that limit the techniques, and Tc of scattered items.
net::lin_parameters parameters_of(const advisor::probe_report& report) {
    const std::set<std::string> hosts(report.hosts.begin(), report.hosts.end());
    net::lin_parameters found =
        net::lin_parameters_of(report.network.value(), {.hosts = static_cast<int>(hosts.size())});
    found.copy_byte_s = report.techniques.value().packing_byte_s;
    return found;
}

nlohmann::ordered_json way_json(const advisor::technique_way& way) {
    const auto seconds = advisor::summarize(way.seconds);
    return {{"setting", way.setting},
            {"predicted_us", way.predicted_s * 1e6},
            {"measured_us", {{"min", seconds.min * 1e6}, {"median", seconds.median * 1e6}}}};
}

nlohmann::ordered_json run_json(const advisor::probe_report& report) {
    const net::lin_parameters model = parameters_of(report);
    auto results = nlohmann::ordered_json::array();
    for (const auto& row : report.techniques->times)
        results.push_back({{"technique", row.technique},
                           {"bytes", row.bytes},
                           {"plain", way_json(row.plain)},
                           {"improved", way_json(row.improved)},
                           {"predicted_quotient", predicted_quotient(row)},
                           {"measured_quotient", measured_quotient(row)},
                           {"automatic", row.automatic}});
    return {{"tasks", report.hosts.size()},
            {"hosts", report.hosts},
            {"model",
             {{"start_us", model.start_s * 1e6},
              {"byte_ns", model.byte_s * 1e9},
              {"packing_byte_ns", model.copy_byte_s * 1e9}}},
            {"results", results}};
}

void print_row(const advisor::technique_times& row) {
    std::cout << fmt::format("{:<24} {:>9} {:>11.1f} {:>11.1f} {:>11.1f} {:>11.1f} {:>7.2f} {:>7.2f}  {:<22} {}\n",
                             row.technique, row.bytes, row.plain.predicted_s * 1e6, median_s(row.plain) * 1e6,
                             row.improved.predicted_s * 1e6, median_s(row.improved) * 1e6, predicted_quotient(row),
                             measured_quotient(row), row.improved.setting, row.automatic);
}

void print_run(const advisor::probe_report& report, const std::string& transport) {
    const net::lin_parameters model = parameters_of(report);
    std::cout << placement_text(report.hosts, transport) << "\n"
              << fmt::format("T0 {:.4g} us, Td {:.4g} ns, Tc {:.4g} ns for a byte of scattered items\n",
                             model.start_s * 1e6, model.byte_s * 1e9, model.copy_byte_s * 1e9)
              << fmt::format("{:<24} {:>9} {:>11} {:>11} {:>11} {:>11} {:>7} {:>7}  {:<22} {}\n", "times in us",
                             "bytes", "plain pred.", "plain", "impr. pred.", "improved", "q pred.", "q", "improved way",
                             "automatic");
    for (const auto& row : report.techniques->times)
        print_row(row);
}

void run_bench_techniques(const bench_techniques_options& options) {
    for (const std::size_t bytes : options.bytes)
        if (bytes % 8 != 0) refuse_value("--sizes", std::to_string(bytes), "multiples of 8, the bytes of a number");
    auto virtual_machine = daemon::virtual_machine::find_or_start_private();
    auto runs = nlohmann::ordered_json::array();
    for (const int tasks : options.tasks.empty() ? std::vector<int>{0} : options.tasks) {
        const auto where = place_tasks(virtual_machine, tasks, options.transport);
        advisor::probe_options what;
        what.what = advisor::probe_options::mode::techniques;
        what.bytes = options.bytes;
        what.repeat = options.repeat;
        progress line;
        line.say(fmt::format("measuring techniques on {} tasks", where.tasks));
        const auto report = advisor::run_probe(virtual_machine, where, "banyan-probe", what);
        line.clear();
        if (options.as_json)
            runs.push_back(run_json(report));
        else
            print_run(report, options.transport);
    }
    if (options.as_json) print_json("bench.techniques", 2, {{"transport", options.transport}, {"runs", runs}});
}

}  // namespace

void add_bench_techniques(CLI::App& bench) {
    auto* verb = bench.add_subcommand(
        "techniques", "Measure the communication techniques of Lin 1995 and the plain messages that they replace");
    auto options = std::make_shared<bench_techniques_options>();
    add_runs_option(*verb, options->tasks);
    add_list_option(*verb, "--sizes", options->bytes,
                    "Bytes of the message or, for techniques with blocks, of the longest block; multiples of 8",
                    whole_number(8, longest_bytes))
        ->type_name("B,...");
    add_repeat_option(*verb, options->repeat, 20);
    add_transport_option(*verb, options->transport);
    add_json_option(*verb, options->as_json);
    verb->callback([options] { run_bench_techniques(*options); });
}

}  // namespace banyan::tools
