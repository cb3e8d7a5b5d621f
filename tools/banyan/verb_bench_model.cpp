// banyan bench model: measures the network model that the automatic choice of algorithms uses.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <set>

#include "libnet/collectives/network_model_text.hpp"
#include "tools/banyan/bench_placement.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/model_json.hpp"
#include "tools/banyan/network_model_probe.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/verb_bench.hpp"

namespace banyan::tools {
namespace {

struct bench_model_options {
    int tasks = 0;
    std::string transport = "auto";
    std::string file;
    bool as_json = false;
};

void print_links(const net::network_model& model, bool has_inside, bool has_between) {
    const auto row = [&](const char* what, double inside, double between) {
        const auto text = [](bool is_measured, double value) {
            return is_measured ? fmt::format("{:.4g}", value) : std::string("-");
        };
        std::cout << fmt::format("{:<44} {:>13} {:>14}\n", what, text(has_inside, inside), text(has_between, between));
    };
    const auto& in = model.inside_host;
    const auto& out = model.between_hosts;
    std::cout << fmt::format("{:<44} {:>13} {:>14}\n", "", "inside a host", "between hosts");
    row("T0  start-up of a message, us", in.start_s * 1e6, out.start_s * 1e6);
    row("G   each further message of a stream, us", in.gap_s * 1e6, out.gap_s * 1e6);
    row("Td  each byte in transit, ns", in.byte_s * 1e9, out.byte_s * 1e9);
    row("F   first bytes of a message, without Td", in.free_bytes, out.free_bytes);
}

void print_hosts(const net::network_model& model) {
    const auto row = [](const char* what, double value) {
        std::cout << fmt::format("{:<44} {:>13.4g}\n", what, value);
    };
    row("Tc  each byte combined or copied, ns", model.copy_byte_s * 1e9);
    row("M   CPU time of a message, us", model.cpu_message_s * 1e6);
    row("B   CPU time of a byte, ns", model.cpu_byte_s * 1e9);
    row("S   each byte on a shared network, ns", model.shared_byte_s * 1e9);
    row("    cores that the ranks of a host share", model.cores);
}

void run_bench_model(const bench_model_options& options) {
    if (!options.file.empty()) check_output_file(options.file, "--write");
    auto virtual_machine = daemon::virtual_machine::find_or_start_private();
    const auto where = place_tasks(virtual_machine, options.tasks, options.transport);
    const auto report = measured_network_model(virtual_machine, where);
    const net::network_model& model = report.network.value();
    if (!options.file.empty()) write_output_file(options.file, net::to_text(model), "--write");
    if (options.as_json)
        return print_json("bench.model", 1,
                          {{"transport", options.transport}, {"hosts", report.hosts}, {"model", model_json(model)}});
    const std::set<std::string> hosts(report.hosts.begin(), report.hosts.end());
    std::cout << placement_text(report.hosts, options.transport) << "\n";
    print_links(model, hosts.size() < report.hosts.size(), hosts.size() > 1);
    print_hosts(model);
}

}  // namespace

void add_bench_model(CLI::App& bench) {
    auto* verb = bench.add_subcommand("model", "Measure the network model that the choice of algorithms uses");
    auto options = std::make_shared<bench_model_options>();
    verb->add_option("-n", options->tasks, "Number of tasks; without it, one for each slot, at least 2")
        ->type_name("N")
        ->check(whole_number(2, 65536));
    add_transport_option(*verb, options->transport);
    verb->add_option("--write", options->file, "Also write the model to FILE, for `banyan run --network-model`")
        ->type_name("FILE")
        ->check(any_text("the name of a file"));
    add_json_option(*verb, options->as_json);
    verb->callback([options] { run_bench_model(*options); });
}

}  // namespace banyan::tools
