// banyan reproduce: computes tables and figures of the papers again.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>

#include "tools/banyan/checks.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/reproduce.hpp"

namespace banyan::tools {
namespace {

struct reproduction {
    const char* name;
    const char* summary;
    reproduced (*run)(const reproduce_settings&);
};

constexpr reproduction reproductions[] = {
    {"figures", "Crandall 1994, Figures 34 to 38 and Table 2", reproduce_figures},
    {"kaddoura", "Kaddoura, Ranka & Wang 1995, tables 2 to 8", reproduce_kaddoura},
    {"crandall", "Crandall 1994, Figures 27 and 28", reproduce_crandall},
    {"marinescu", "Marinescu & Rice 1991, section 4, a traced run of 64 tasks", reproduce_marinescu},
    {"lin", "Lin 1995, FFT layouts, contour tracing and scalability", reproduce_lin},
    {"ncube", "nCUBE 2 Programmer's Guide, partitions, repartitioning and trees", reproduce_ncube},
};

struct reproduce_options {
    std::string what;
    std::string folder = ".";
    reproduce_settings settings{
        {}, 1, {2, 3, 4, 5, 6, 7, 8}, 20, 64, 500, {{"fft", "contour", "floyd"}, {128, 256, 512, 1024}}};
    bool json = false;
};

std::vector<std::string> names() {
    std::vector<std::string> list;
    for (const reproduction& each : reproductions)
        list.emplace_back(each.name);
    return list;
}

void each_once(std::vector<int>& numbers) {
    std::ranges::sort(numbers);
    const auto twice = std::ranges::unique(numbers);
    numbers.erase(twice.begin(), twice.end());
}

void run(reproduce_options o) {
    each_once(o.settings.tables);
    each_once(o.settings.lin.sides);
    o.settings.folder = o.folder;
    make_output_folder(o.settings.folder);
    const reproduction& chosen = *std::ranges::find(reproductions, o.what, &reproduction::name);
    const reproduced result = chosen.run(o.settings);
    if (!o.json) {
        std::cout << result.text;
        return;
    }
    nlohmann::ordered_json object{{"what", chosen.name}};
    object.update(result.fields);
    print_json("reproduce", 2, object);
}

void add_marinescu_options(CLI::App& verb, reproduce_settings& settings) {
    verb.add_option("--tasks", settings.tasks, "marinescu: number of tasks; lin: greatest number of tasks for contour")
        ->type_name("N")
        ->check(whole_number(1, 256))
        ->capture_default_str();
    verb.add_option("--iterations", settings.iterations, "marinescu: number of Jacobi iterations")
        ->type_name("N")
        ->check(whole_number(1, 1'000'000))
        ->capture_default_str();
}

void add_number(CLI::App& verb, const char* name, double& value, const char* unit, const char* help, double least) {
    verb.add_option(name, value, help)->type_name(unit)->check(real_number(least, 1e9))->capture_default_str();
}

void add_lin_options(CLI::App& verb, lin_settings& lin) {
    constexpr double positive = 1e-9;
    add_list_option(verb, "--part", lin.parts, "lin: parts to compute", one_of({"fft", "contour", "floyd"}))
        ->type_name("NAME,...");
    add_list_option(verb, "--pixels", lin.sides, "lin: side lengths of the images for contour, in pixels",
                    one_of({"128", "256", "512", "1024"}))
        ->type_name("N,...");
    add_number(verb, "--start-us", lin.start_us, "US", "lin: T0, the time to start a message", positive);
    add_number(verb, "--byte-ns", lin.byte_ns, "NS", "lin: Td, the time of a byte in transit", positive);
    add_number(verb, "--copy-byte-ns", lin.copy_byte_ns, "NS", "lin: Tc, the time to copy a byte", 0);
    add_number(verb, "--point-bytes", lin.point_bytes, "B", "lin: bytes of a point of the FFT", positive);
    verb.add_option("--efficiency", lin.efficiency,
                    "lin: efficiency that the programs for shortest paths must keep with more processors")
        ->type_name("E")
        ->check(real_number(0.01, 0.99))
        ->capture_default_str();
}

}  // namespace

void add_reproduce_options(CLI::App& verb) {
    const auto o = std::make_shared<reproduce_options>();
    std::string summaries;
    for (const reproduction& each : reproductions)
        summaries += fmt::format("{}{}: {}", summaries.empty() ? "" : "; ", each.name, each.summary);
    verb.add_option("NAME", o->what, summaries)->type_name("")->check(one_of(names()))->required();
    verb.add_option("--out", o->folder, "Folder for the files; created if it does not exist")
        ->type_name("DIR")
        ->capture_default_str();
    verb.add_option("--seed", o->settings.seed, "Seed of the random numbers")
        ->type_name("K")
        ->check(whole_number(0, std::numeric_limits<std::int64_t>::max()))
        ->capture_default_str();
    add_list_option(verb, "--table", o->settings.tables, "kaddoura: tables to compute, from 2 to 8", whole_number(2, 8))
        ->type_name("N,...");
    verb.add_option("--instances", o->settings.instances,
                    "kaddoura: number of random sets of speeds for each cell of a table")
        ->type_name("N")
        ->check(whole_number(1, 100'000))
        ->capture_default_str();
    add_marinescu_options(verb, o->settings);
    add_lin_options(verb, o->settings.lin);
    add_json_option(verb, o->json);
    verb.callback([o] { run(*o); });
}

}  // namespace banyan::tools
