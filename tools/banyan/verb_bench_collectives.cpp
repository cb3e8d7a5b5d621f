// banyan bench collectives: times of collectives by each of their algorithms, measured and predicted.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "advisor/collective_probe.hpp"
#include "advisor/measured_orders.hpp"
#include "advisor/statistics.hpp"
#include "libnet/collectives/network_measurement.hpp"
#include "libnet/collectives/network_model_text.hpp"
#include "libnet/schedules/algorithm.hpp"
#include "tools/banyan/bench_placement.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/model_json.hpp"
#include "tools/banyan/network_model_file.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/verb_bench.hpp"

namespace banyan::tools {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{1} << 30;

struct bench_collectives_options {
    std::vector<int> tasks;
    std::vector<std::string> collectives;
    std::vector<std::string> algorithms;
    std::vector<std::size_t> bytes{8, 1024, 65536, 1048576};
    int repeat = 5;
    int runs = 1;  // of each number of tasks
    int first_sample = 1;
    std::string transport = "auto";
    std::string network_model;  // the file to choose by; empty: measured
    std::string written;        // the file for the measured orders; empty: none
    bool explain = false;
    bool as_json = false;
};

std::vector<std::string> names_of_algorithms() {
    std::vector<std::string> names{"automatic"};
    for (const net::algorithm* a : net::all_algorithms())
        if (std::ranges::count(names, a->name) == 0) names.emplace_back(a->name);
    return names;
}

nlohmann::ordered_json times_json(const advisor::collective_times& measured) {
    const auto seconds = advisor::summarize(measured.seconds);
    std::vector<double> samples_us;
    for (const double s : measured.seconds)
        samples_us.push_back(s * 1e6);
    nlohmann::ordered_json out{
        {"collective", measured.collective},
        {"bytes", measured.bytes},
        {"algorithm", measured.algorithm},
        {"measured_us", {{"min", seconds.min * 1e6}, {"median", seconds.median * 1e6}, {"samples", samples_us}}},
        {"predicted_us", measured.predicted_s * 1e6},
        {"segment_bytes", measured.segment_bytes}};
    if (!measured.chosen.empty()) out["chosen"] = measured.chosen;
    if (!measured.chosen_by_prediction.empty()) out["chosen_by_prediction"] = measured.chosen_by_prediction;
    if (!measured.same_as.empty()) out["same_as"] = measured.same_as;
    if (!measured.explanation.empty()) out["explanation"] = measured.explanation;
    return out;
}

void print_row(const advisor::collective_times& measured) {
    const double measured_s = advisor::summarize(measured.seconds).median;
    const std::string name =
        measured.chosen.empty() ? measured.algorithm : fmt::format("{} ({})", measured.algorithm, measured.chosen);
    std::cout << fmt::format("{:<15} {:>10} {:<34} {:>12.2f} {:>12.2f} {:>9.2f}\n", measured.collective, measured.bytes,
                             name, measured_s * 1e6, measured.predicted_s * 1e6, measured.predicted_s / measured_s);
}

void print_times(const advisor::probe_report& report, const bench_collectives_options& options) {
    std::cout << placement_text(report.hosts, options.transport) << "\n"
              << fmt::format("{:<15} {:>10} {:<34} {:>12} {:>12} {:>9}\n", "collective", "bytes", "algorithm",
                             "measured us", "predicted us", "ratio");
    for (const auto& measured : report.collectives)
        print_row(measured);
    for (const auto& measured : report.collectives)
        if (options.explain && !measured.explanation.empty()) std::cout << measured.explanation << "\n";
}

// What a run measures. Each run continues the orders of the samples of the one before.
advisor::probe_options probe_of(const bench_collectives_options& options, int run) {
    advisor::probe_options what;
    what.what = advisor::probe_options::mode::collectives;
    what.collectives = options.collectives;
    what.algorithms = options.algorithms;
    what.bytes = options.bytes;
    what.repeat = options.repeat;
    what.first_sample = options.first_sample - 1 + run * options.repeat;
    return what;
}

void check_lengths(const bench_collectives_options& options) {
    for (const std::size_t bytes : options.bytes)
        if (bytes % 8 != 0) refuse_value("--sizes", std::to_string(bytes), "multiples of 8, the bytes of a number");
}

// The model of the file to choose by, for the tasks; no variable if they measure their network.
advisor::task_variables variables_of(const std::optional<net::network_model>& given) {
    if (!given) return {};
    return {{net::network_model_text_variable, net::to_text(*given)}};
}

// The network model with the orders of all numbers of tasks. Its numbers are those of the file to choose by, otherwise
// those of the run with the most hosts, then the most tasks, which has measured the most of the network.
class measured_model {
  public:
    explicit measured_model(const std::optional<net::network_model>& given) : given_(given) {
        if (given_) now_ = *given_;
    }
    // `collectives`: the samples of all runs of this number of tasks.
    void add(const advisor::probe_report& report, const std::vector<advisor::collective_times>& collectives) {
        const std::set<std::string> names(report.hosts.begin(), report.hosts.end());
        const std::pair size(names.size(), report.hosts.size());
        if (!given_ && size >= largest_) {
            largest_ = size;
            auto fastest = std::move(now_.fastest);
            now_ = report.network.value();
            now_.fastest = std::move(fastest);
        }
        net::add_orders(now_.fastest, advisor::measured_orders(collectives, report.hosts));
    }
    [[nodiscard]] std::string text() const { return net::to_text(now_); }

  private:
    const std::optional<net::network_model>& given_;
    net::network_model now_;
    std::pair<std::size_t, std::size_t> largest_;  // hosts and tasks of the run that has given the numbers
};

advisor::probe_report measure_run(daemon::virtual_machine& virtual_machine, const advisor::placement& where,
                                  const bench_collectives_options& options,
                                  const std::optional<net::network_model>& given, int run) {
    progress line;
    const std::string number = options.runs > 1 ? fmt::format(", run {} of {}", run + 1, options.runs) : "";
    line.say(fmt::format("measuring collectives of {} tasks{}", where.tasks, number));
    return advisor::run_probe(virtual_machine, where, "banyan-probe", probe_of(options, run), variables_of(given));
}

nlohmann::ordered_json run_json(const advisor::probe_report& report, int tasks) {
    nlohmann::ordered_json run{{"tasks", tasks},
                               {"hosts", report.hosts},
                               {"model", model_json(report.network.value())},
                               {"results", nlohmann::json::array()}};
    for (const auto& measured : report.collectives)
        run["results"].push_back(times_json(measured));
    return run;
}

void run_bench_collectives(const bench_collectives_options& options) {
    check_lengths(options);
    if (!options.written.empty()) check_output_file(options.written, "--write");
    std::optional<net::network_model> given;
    if (!options.network_model.empty()) given = read_network_model(options.network_model);
    measured_model model(given);
    auto virtual_machine = daemon::virtual_machine::find_or_start_private();
    auto runs = nlohmann::ordered_json::array();
    for (const int tasks : options.tasks.empty() ? std::vector<int>{0} : options.tasks) {
        const auto where = place_tasks(virtual_machine, tasks, options.transport);
        std::vector<advisor::collective_times> collectives;
        for (int run = 0; run < options.runs; ++run) {
            const auto report = measure_run(virtual_machine, where, options, given, run);
            advisor::add_samples(collectives, report.collectives);
            if (run + 1 == options.runs) model.add(report, collectives);
            if (options.as_json)
                runs.push_back(run_json(report, where.tasks));
            else
                print_times(report, options);
        }
    }
    if (!options.written.empty()) write_output_file(options.written, model.text(), "--write");
    if (options.as_json) print_json("bench.collectives", 1, {{"transport", options.transport}, {"runs", runs}});
}

}  // namespace

void add_bench_collectives(CLI::App& bench) {
    auto* verb = bench.add_subcommand("collectives", "Measure collectives with each of their algorithms");
    auto options = std::make_shared<bench_collectives_options>();
    add_runs_option(*verb, options->tasks);
    add_list_option(*verb, "--op", options->collectives, "Collectives; without it, all",
                    one_of(advisor::collective_names()))
        ->type_name("NAME,...");
    add_list_option(*verb, "--algorithm", options->algorithms,
                    "Algorithms by name; automatic is the choice of the library. Without it, all",
                    one_of(names_of_algorithms()))
        ->type_name("NAME,...");
    add_list_option(*verb, "--sizes", options->bytes,
                    "Bytes of the vector, or of the block for each task; multiples of 8", whole_number(0, most_bytes))
        ->type_name("B,...");
    add_repeat_option(*verb, options->repeat, 50);
    verb->add_option(
            "--runs", options->runs,
            "Number of runs for each number of tasks. The tasks start anew in each run, perhaps on other cores; each "
            "run has a table of its own, and the orders of --write are by the samples of all runs")
        ->type_name("K")
        ->check(whole_number(1, 1000))
        ->capture_default_str();
    verb->add_option("--first-sample", options->first_sample,
                     "Number of the first sample. Each sample measures the algorithms in another order; continue with "
                     "the next number if you measure in several runs")
        ->type_name("N")
        ->check(whole_number(1, 1'000'000))
        ->capture_default_str();
    add_transport_option(*verb, options->transport);
    verb->add_option(
            "--network-model", options->network_model,
            "Let automatic choose by this file, as in `banyan run`; without it, the tasks measure their network")
        ->type_name("FILE")
        ->check(any_text("the name of a file"));
    verb->add_option("--write", options->written,
                     "Write the network model with the algorithms in the order of their measured times to FILE, for "
                     "`banyan run --network-model`")
        ->type_name("FILE")
        ->check(any_text("the name of a file"))
        ->excludes("--algorithm");
    verb->add_flag("--explain", options->explain,
                   "Also print each choice, its predicted time and the second best algorithm");
    add_json_option(*verb, options->as_json);
    verb->callback([options] { run_bench_collectives(*options); });
}

}  // namespace banyan::tools
