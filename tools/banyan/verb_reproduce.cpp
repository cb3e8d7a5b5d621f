// banyan reproduce: computes tables and figures of the papers again.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>

#include "tools/banyan/names.hpp"
#include "tools/banyan/option_values.hpp"
#include "tools/banyan/reproduce.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

struct reproduction {
    const char* name;
    const char* summary;
    reproduced (*run)(const reproduce_settings&);
};

constexpr reproduction table[] = {
    {"figures", "Crandall 1994, Figures 34 to 38 and Table 2", reproduce_figures},
    {"kaddoura", "Kaddoura, Ranka & Wang 1995, tables 2 to 8", reproduce_kaddoura},
    {"crandall", "Crandall 1994, Figures 27 and 28", reproduce_crandall},
};

struct raw_options {
    std::string what;
    std::string folder = ".";
    std::string seed = "1";
    std::string tables = "2,3,4,5,6,7,8";
    std::string instances = "20";
    bool json = false;
};

const reproduction& find(const std::string& name) {
    std::vector<std::string_view> names;
    for (const reproduction& each : table) {
        if (each.name == name) return each;
        names.emplace_back(each.name);
    }
    refuse_unknown_name("reproduce", name, names);
}

std::vector<int> read_tables(const std::string& text) {
    std::vector<int> tables;
    for (const std::string& each : split_list(text))
        tables.push_back(static_cast<int>(integer_value("--table", each, 2, 8)));
    std::ranges::sort(tables);
    const auto twice = std::ranges::unique(tables);
    tables.erase(twice.begin(), twice.end());
    return tables;
}

reproduce_settings read_settings(const raw_options& raw) {
    constexpr std::int64_t most_instances = 100'000;
    return {raw.folder,
            static_cast<std::uint64_t>(integer_value("--seed", raw.seed, 0, std::numeric_limits<std::int64_t>::max())),
            read_tables(raw.tables), static_cast<int>(integer_value("--instances", raw.instances, 1, most_instances))};
}

void run(const raw_options& raw) {
    const reproduction& chosen = find(raw.what);
    const reproduce_settings settings = read_settings(raw);
    std::error_code problem;
    std::filesystem::create_directories(raw.folder, problem);
    if (!std::filesystem::is_directory(raw.folder))
        throw verb_error(exit_status::failed,
                         fmt::format("--out {}: no folder can be made there; name one that is writable", raw.folder));
    reproduced result = chosen.run(settings);
    if (!raw.json) {
        std::cout << result.text;
        return;
    }
    nlohmann::ordered_json object{{"what", chosen.name}};
    object.update(result.fields);
    print_json("reproduce", std::move(object), 2);
}

}  // namespace

void add_reproduce_verb(CLI::App& app) {
    CLI::App& verb = *app.add_subcommand("reproduce", "Compute tables and figures of the papers again");
    const auto raw = std::make_shared<raw_options>();
    std::string names;
    for (const reproduction& each : table)
        names += fmt::format("{}{}: {}", names.empty() ? "" : "; ", each.name, each.summary);
    verb.add_option("NAME", raw->what, names)->type_name("")->required();
    verb.add_option("--out", raw->folder, "Folder for files, made where there is none")
        ->type_name("DIR")
        ->capture_default_str();
    verb.add_option("--seed", raw->seed, "Start of the random numbers")->type_name("K")->capture_default_str();
    verb.add_option("--table", raw->tables, "kaddoura: tables, of 2 to 8")->type_name("N,...")->capture_default_str();
    verb.add_option("--instances", raw->instances, "kaddoura: sets of speeds per cell")
        ->type_name("N")
        ->capture_default_str();
    add_json_option(verb, raw->json);
    verb.callback([raw] { run(*raw); });
}

}  // namespace banyan::tools
