// banyan model synchronization: prints the results of the formulas for epochs and synchronization.
#include <fmt/format.h>

#include <iostream>
#include <limits>
#include <memory>

#include "tools/banyan/checks.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/synchronization_report.hpp"

namespace banyan::tools {
namespace {

struct model_options {
    synchronization_request request;
    std::string distribution = "uniform";
    bool table = false;
    bool json = false;
};

part::time_distribution distribution_named(const std::string& name) {
    for (const part::time_distribution d : all_distributions)
        if (part::name_of(d) == name) return d;
    return part::time_distribution::any;
}

std::vector<std::string> distribution_names() {
    std::vector<std::string> names;
    for (const part::time_distribution d : all_distributions)
        names.emplace_back(part::name_of(d));
    return names;
}

void run(model_options o) {
    o.request.distribution = distribution_named(o.distribution);
    // What depends on several options is checked by libpart. Its names of parameters are those of the options.
    const reported result = [&] {
        try {
            return o.table ? report_published_table() : report_synchronization(o.request);
        } catch (const part::error& e) {
            throw verb_error(exit_status::usage, std::string("--") + e.what());
        }
    }();
    if (o.json)
        print_json("model", 1, result.fields);
    else
        std::cout << result.text;
}

CLI::Option* add_number(CLI::App& verb, const std::string& name, double& value, const std::string& help, double least) {
    return verb.add_option(name, value, help)->type_name("X")->check(real_number(least, 1e300))->capture_default_str();
}

template <class Value>
CLI::Option* add_whole_number(CLI::App& verb, const std::string& name, Value& value, const std::string& help,
                              std::int64_t least, std::int64_t most) {
    return verb.add_option(name, value, help)->type_name("N")->check(whole_number(least, most))->capture_default_str();
}

void add_epoch_options(CLI::App& verb, model_options& o) {
    constexpr std::int64_t most_processors = std::int64_t{1} << 62;
    verb.add_option("--distribution", o.distribution,
                    "Distribution of the compute times; any gives an upper bound for all distributions")
        ->type_name("NAME")
        ->check(one_of(distribution_names()))
        ->capture_default_str();
    verb.add_option(
            "--cv", o.request.cv,
            "Standard deviation of the compute times divided by their mean; default: 1 for exponential, else 0.1")
        ->type_name("X")
        ->check(real_number(0, 1e6));
    add_whole_number(verb, "--processors", o.request.processors, "Number of processors", 1, most_processors);
    add_number(verb, "--compute", o.request.compute, "Compute time of an iteration, in any unit", 1e-300);
}

void add_communication_options(CLI::App& verb, model_options& o) {
    add_number(verb, "--level-time", o.request.level_time,
               "Time of broadcast and collapse for one level of the tree, in the unit of --compute", 0);
    add_whole_number(verb, "--levels", o.request.levels, "Number of levels of the tree; default: log2 of --processors",
                     1, 62)
        ->default_str("");
    add_whole_number(verb, "--neighbours", o.request.neighbours,
                     "Number of neighbours with which a processor exchanges boundaries", 0, 1'000'000);
    verb.add_option("--neighbour-time", o.request.neighbour_time,
                    "Time of an exchange with one neighbour at distance 1; default: --level-time")
        ->type_name("X")
        ->check(real_number(0, 1e300));
    add_number(verb, "--distance-factor", o.request.distance_factor,
               "Factor by which --neighbour-time is multiplied for neighbours at longer distances", 1);
    add_list_option(verb, "--every", o.request.every, "Iterations from one global synchronization to the next",
                    whole_number(1, 1'000'000'000))
        ->type_name("R,...");
    verb.add_option("--bound", o.request.bound,
                    "Bound on the imbalance, in multiples of --compute; default: the imbalance of the distribution")
        ->type_name("X")
        ->check(real_number(0, 1e300));
}

void add_structure_options(CLI::App& verb, model_options& o) {
    add_whole_number(verb, "--depth", o.request.depth,
                     "Also simulate structures 1 and 2 (docs/synchronization.md), with N epochs after the first", 1, 20)
        ->default_str("");
    add_whole_number(verb, "--fan-in", o.request.fan_in,
                     "Structures: number of processors of an epoch divided by that of the next one", 2, 1 << 20);
    add_whole_number(verb, "--trials", o.request.trials, "Structures: number of repetitions of the simulation", 2,
                     1'000'000);
    add_whole_number(verb, "--seed", o.request.seed, "Seed of the simulation", 0,
                     std::numeric_limits<std::int64_t>::max());
}

void refuse_given(const std::vector<CLI::Option*>& parameters) {
    for (const CLI::Option* option : parameters)
        if (option->count() > 0)
            throw verb_error(
                exit_status::usage,
                fmt::format("--table: {} is given too, but the table has parameters of its own; allowed: --json",
                            option->get_name()));
}

void add_synchronization(CLI::App& model) {
    auto* verb = model.add_subcommand("synchronization",
                                      "Imbalance of epochs, utilization and speed-up by the models of "
                                      "Marinescu & Rice 1991");
    const auto o = std::make_shared<model_options>();
    add_epoch_options(*verb, *o);
    add_communication_options(*verb, *o);
    add_structure_options(*verb, *o);
    const std::vector<CLI::Option*> parameters =
        verb->get_options([](const CLI::Option* option) { return option->get_name() != "--help"; });
    verb->add_flag("--table", o->table,
                   "Print only the speed-ups of Table 2, published and computed. Excludes all options except --json");
    add_json_option(*verb, o->json);
    verb->callback([o, parameters] {
        if (o->table) refuse_given(parameters);
        run(*o);
    });
}

}  // namespace

void add_model_options(CLI::App& verb) {
    verb.require_subcommand(1);
    add_synchronization(verb);
}

}  // namespace banyan::tools
