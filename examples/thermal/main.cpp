// Heat conduction on a torus, on unequal processors.
//
//   thermal --rows 512 --cols 512 --iterations 100 --png field.png      alone, one rank
//   thermal --threads 4 --method columns --speeds 4,2,2,1               four ranks as threads of this process
//   thermal --threads 4 --sync self --every 10                          global synchronization in every 10th iteration
//   thermal --rows 4096 --cols 4096 --halo-depth auto                   several iterations in the cache, rare exchanges
//   thermal --threads 4 --rebalance --partition-svg parts.svg           the partition follows the speeds of the ranks
//   banyan run -n 4 -- thermal --method brbd                            four tasks of a virtual machine
//   banyan run -n 4 -- thermal --advice advice.json                     as banyan advise --out advice.json has advised
//
// Rank 0 prints the time per iteration and a checksum of the field. The checksum is the same for every method and
// number of tasks.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "banyan/advisor/probe.hpp"
#include "banyan/part/error.hpp"
#include "examples/hex_text.hpp"
#include "examples/images/field_picture.hpp"
#include "examples/refused_arguments.hpp"
#include "examples/run_on_ranks.hpp"
#include "examples/thermal/advice.hpp"
#include "examples/thermal/halo_depth_option.hpp"
#include "examples/thermal/measured_kernel.hpp"
#include "examples/thermal/partition_history.hpp"
#include "examples/thermal/solver.hpp"
#include "examples/thermal/used_speeds.hpp"

namespace {

namespace net = banyan::net;

struct options {
    thermal::problem what;
    int flops = 10;
    std::string sync = "neighbours";
    int threads = 0;
    std::string transport = "memory";
    std::string png;
    std::string svg;
    std::string advice;
    thermal::used_speeds speeds;
    bool json = false;
};

// Advice gives what these options would give.
void declare_advice(CLI::App& app, options& o) {
    auto* advice = app.add_option(
        "--advice", o.advice, "file of banyan advise --out, read by rank 0: grid, operations, method and partition");
    for (const char* given : {"--rows", "--cols", "--flops", "--method", "--speeds"})
        advice->excludes(app.get_option(given));
}

void declare(CLI::App& app, options& o) {
    app.add_option("--rows", o.what.rows, "rows of the grid")->capture_default_str();
    app.add_option("--cols", o.what.cols, "columns of the grid")->capture_default_str();
    app.add_option("--iterations", o.what.iterations, "Jacobi iterations")
        ->capture_default_str()
        ->check(CLI::Range(0, 1'000'000'000));
    app.add_option("--warm-up", o.what.warm_up, "additional iterations at the start, whose time is not measured")
        ->capture_default_str()
        ->check(CLI::Range(0, 1'000'000'000));
    app.add_option("--method", o.what.method, "partitioning method (see banyan partition)")->capture_default_str();
    app.add_option("--speeds", o.what.speeds,
                   "relative speeds of the ranks, in rank order; default: those of their hosts")
        ->delimiter(',');
    app.add_option("--flops", o.flops, "operations per cell")->capture_default_str()->check(CLI::IsMember({10, 50}));
    app.add_option("--sync", o.sync,
                   "what ranks wait for: their neighbours, or also each other in every R-th iteration")
        ->capture_default_str()
        ->check(CLI::IsMember(thermal::synchronization_names()));
    app.add_option("--every", o.what.every, "R: convergence test and global synchronization in every R-th iteration")
        ->capture_default_str()
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
    thermal::declare_halo_depth(app, o.what.halo_depth);
    app.add_option("--rebalance", o.what.rebalance,
                   "change the partition when the speeds of the ranks change: auto (the default), a way to repartition "
                   "or a method")
        ->expected(0, 1)
        ->type_name("WAY");
    app.add_option("--rebalance-every", o.what.rebalance_every,
                   "iterations after which ranks exchange their times for --rebalance; 0: chosen by the program")
        ->capture_default_str()
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}));
    app.add_option("--partition-svg", o.svg, "file for a picture of the partition at the start and after each change");
    app.add_option("--png", o.png, "file for a picture of the field at the end");
    app.add_option("--threads", o.threads, "run this many ranks as threads of one process")->check(CLI::Range(1, 256));
    app.add_option("--transport", o.transport, "transport of the messages between --threads")
        ->capture_default_str()
        ->check(CLI::IsMember({"memory", "tcp", "unix"}));
    declare_advice(app, o);
    app.add_flag("--json", o.json, "print one JSON object and nothing else");
}

thermal::variant work_of(int flops) {
    return flops == 10 ? thermal::variant::flops_10 : thermal::variant::flops_50;
}

nlohmann::ordered_json to_json(const std::vector<banyan::grid::repartition_record>& repartitions) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& one : repartitions)
        list.push_back({{"iteration", one.iteration},
                        {"way", one.way},
                        {"moved_cells", one.moved_cells},
                        {"seconds_gain_expected", one.expected_gain_s},
                        {"seconds_move_expected", one.expected_move_s},
                        {"seconds_moving", one.move_s},
                        {"every", one.every}});
    return list;
}

void print_json(const options& o, const net::group& world, const thermal::outcome& result) {
    nlohmann::ordered_json ranks = nlohmann::ordered_json::array();
    for (int r = 0; r < world.size(); ++r) {
        const auto at = static_cast<std::size_t>(r);
        ranks.push_back({{"rank", r},
                         {"host", world.host(net::rank{r})},
                         {"cells", result.cells[at]},
                         {"seconds_computing", result.of_ranks[at].compute_s},
                         {"seconds_waiting", result.of_ranks[at].wait_s},
                         {"seconds_testing", result.of_ranks[at].test_s}});
    }
    const nlohmann::ordered_json report{{"schema", "banyan.thermal/4"},
                                        {"rows", o.what.rows},
                                        {"cols", o.what.cols},
                                        {"tasks", world.size()},
                                        {"method", o.what.method},
                                        {"speeds", thermal::to_json(o.speeds)},
                                        {"flops", o.flops},
                                        {"iterations", o.what.iterations},
                                        {"warm_up", o.what.warm_up},
                                        {"unix_seconds_of_start", result.started_at_s},
                                        {"seconds_total", result.total_s},
                                        {"seconds_per_iteration", result.median_iteration_s},
                                        {"checksum", examples::hex(result.checksum)},
                                        {"sync", o.sync},
                                        {"every", o.what.every},
                                        {"halo_depth", thermal::to_json(result.halo)},
                                        {"largest_change", result.largest_change},
                                        {"seconds_expected", result.expected_s},
                                        {"seconds_bound", result.bound_s},
                                        {"rebalance", o.what.rebalance},
                                        {"repartitions", to_json(result.repartitions)},
                                        {"ranks", ranks}};
    std::printf("%s\n", report.dump().c_str());
}

void print_text(const options& o, const net::group& world, const thermal::outcome& result) {
    const double cells = static_cast<double>(o.what.rows) * static_cast<double>(o.what.cols);
    std::printf("thermal: %lld x %lld, %d %s, method %s, %d flops per cell, %lld iterations\n",
                static_cast<long long>(o.what.rows), static_cast<long long>(o.what.cols), world.size(),
                world.size() == 1 ? "task" : "tasks", o.what.method.c_str(), o.flops,
                static_cast<long long>(o.what.iterations));
    std::printf("%s\n", thermal::text_of(o.speeds).c_str());
    if (const auto halo = thermal::text_of(result.halo); !halo.empty()) std::printf("%s\n", halo.c_str());
    if (result.median_iteration_s > 0) {
        std::printf("median iteration %.6f s, %.1f million cells per second, total %.3f s\n", result.median_iteration_s,
                    cells / result.median_iteration_s * 1e-6, result.total_s);
    }
    for (const auto& one : result.repartitions)
        std::printf("repartition after iteration %lld: %s, %lld cells moved\n", static_cast<long long>(one.iteration),
                    one.way.c_str(), static_cast<long long>(one.moved_cells));
    std::printf("checksum %s\n", examples::hex(result.checksum).c_str());
}

options with_advice(const net::group& world, options o) {
    if (o.advice.empty()) return o;
    thermal::advice found = thermal::read_advice(world, o.advice);
    if (const auto differs = thermal::host_difference(found, world); world.rank().value == 0 && !differs.empty())
        std::fprintf(stderr, "thermal: warning: --advice %s was made for other hosts: %s; run banyan advise again\n",
                     o.advice.c_str(), differs.c_str());
    o.what.rows = found.parts.domain().rows();
    o.what.cols = found.parts.domain().cols();
    o.what.method = found.method;
    o.what.parts = std::move(found.parts);
    o.flops = found.flops;
    o.what.network = found.network;
    o.what.work = work_of(o.flops);
    o.speeds = {{.values = std::move(found.speeds)}, "--advice"};
    return o;
}

options with_speeds(options o, const net::rank_speeds& of_hosts) {
    if (o.what.speeds.empty()) {
        o.speeds = {of_hosts, ""};
        o.what.speeds = of_hosts.values;
    } else {
        o.speeds = {{.values = o.what.speeds}, "--speeds"};
    }
    return o;
}

void run(const net::group& world, const options& given, const net::rank_speeds& of_hosts) {
    const options o = with_advice(world, with_speeds(given, of_hosts));
    const thermal::outcome result = thermal::solve(world, o.what, !o.png.empty());
    if (world.rank().value != 0) return;
    if (!o.png.empty()) images::write_field(o.png, result.field, o.what.rows, o.what.cols);
    if (!o.svg.empty()) thermal::write_partition_history(o.svg, *result.start, result.repartitions);
    o.json ? print_json(o, world, result) : print_text(o, world, result);
}

net::transport_kind kind_of(const std::string& name) {
    if (name == "tcp") return net::transport_kind::tcp;
    return name == "unix" ? net::transport_kind::unix_domain : net::transport_kind::in_process;
}

}  // namespace

int main(int argc, char** argv) {
    if (const auto status = banyan::advisor::serve_probe(argc, argv, thermal::measured_kernel)) return *status;
    options o;
    CLI::App app("Heat conduction on a torus: Jacobi iterations over a grid divided among unequal processors.");
    declare(app, o);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return examples::refuse_arguments("thermal", app, e);
    }
    if (app.count("--rebalance") > 0 && o.what.rebalance.empty()) o.what.rebalance = "auto";
    o.what.sync = thermal::synchronization_named(o.sync);
    o.what.work = work_of(o.flops);
    // A wrong method or speed is an error on every rank.
    return examples::run_on_ranks<banyan::part::error>(
        "thermal", o.threads,
        [&o](const net::group& world, const net::rank_speeds& of_hosts) { run(world, o, of_hosts); },
        kind_of(o.transport));
}
