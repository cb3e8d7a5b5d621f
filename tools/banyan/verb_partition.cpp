// banyan partition: divides a grid among unequal processors and shows what each division costs.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <tuple>

#include "tools/banyan/box_report.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/partition_answer.hpp"
#include "tools/banyan/partition_problem.hpp"
#include "tools/banyan/partition_report.hpp"

namespace banyan::tools {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  banyan partition --rows 1000 --cols 3000 --speeds 10,2,2,2,2,1,1\n"
    "      every method, sorted by the time of its messages\n"
    "  banyan partition --rows 1000 --cols 3000 --hostfile hosts.txt\n"
    "      the same for the tasks of a run on all slots of these hosts\n"
    "  banyan partition --rows 400 --cols 600 --speeds 4,4,3,2,2 --site-sizes 3,2 --method brbd,columns\n"
    "      two sites with three and two processors: first a part for each site, then for each processor in it\n"
    "  banyan partition --rows 400 --cols 600 --speeds 3,2,1 --density load.txt --method slices,bands\n"
    "      load.txt has 400 lines of one number (work of a cell in this row), or one line of 600 numbers (columns),\n"
    "      or 400 lines of 600 numbers (cells), separated by spaces or commas; # begins a comment line\n"
    "  banyan partition --rows 400 --cols 600 --speeds 3,2,1 --phase 0.1:random --phase 2:reduction\n"
    "      an iteration has one stencil exchange and two reductions, and every tenth one also a random exchange\n"
    "  banyan partition --rows 400 --cols 600 --speeds 3,2,1 --method columns --out parts.csv\n"
    "      the rectangles of one method in a file, one on each line, for a program without Banyan\n"
    "  banyan partition --planes 64 --rows 128 --cols 96 --speeds 3,2,1 --out boxes.csv\n"
    "      a grid of three dimensions, divided into boxes by the methods bars and bisection\n";

void run_with_boxes(const partition_request& options) {
    const box_problem problem = read_box_problem(options);
    const box_answers found = box_answers_to(problem);
    if (options.json)
        print_box_json(problem, found);
    else
        print_box_table(problem, found);
}

void run(const partition_request& options) {
    if (options.planes > 0) return run_with_boxes(options);
    const partition_problem problem = read_problem(options);
    const std::vector<partition_answer> answers = answers_to(problem);
    if (problem.json)
        print_partition_json(problem, answers);
    else
        print_partition_table(problem, answers);
}

void add_grid(CLI::App& verb, partition_request& o) {
    for (const auto& [name, side, help, type] : {std::tuple{"--rows", &o.rows, "Rows of the grid", "R"},
                                                 std::tuple{"--cols", &o.cols, "Columns of the grid", "C"}})
        verb.add_option(name, *side, help)->type_name(type)->check(whole_number(1, part::grid::max_side))->required();
    auto* speeds = add_list_option(verb, "--speeds", o.speeds, "Relative speeds of the processors, for example 4,4,3",
                                   any_number("a finite number above 0"))
                       ->type_name("S,S,...");
    verb.add_option(
            "--hostfile", o.host_file,
            "Take the speeds from a host file instead: one processor for each slot of a host, with the speed of "
            "the host; a host without slots= has one")
        ->type_name("FILE")
        ->excludes(speeds);
    add_axes_options(verb, o.axes);
}

/// Added after the options that have no meaning for boxes.
void add_planes(CLI::App& verb, partition_request& o) {
    auto* planes = verb.add_option("--planes", o.planes,
                                   "Planes of the grid, if it has three dimensions. It is then divided into boxes, and "
                                   "--periodic both makes all three axes periodic")
                       ->type_name("P")
                       ->check(whole_number(1, part::grid_3d::max_side));
    for (const char* other : {"--site-sizes", "--site-method", "--density", "--phase", "--svg"})
        planes->excludes(verb.get_option(other));
}

void add_method(CLI::App& verb, partition_request& o) {
    add_list_option(
        verb, "--method", o.methods,
        "Methods by name, or all to compare them. With --planes: bars, bisection, best, or all for the first two",
        method_name({"all", "bars", "bisection"}))
        ->type_name("NAME,...");
    add_list_option(verb, "--site-sizes", o.site_sizes,
                    "Number of processors of each site, in the order of --speeds, for example 3,2. The grid is divided "
                    "among the sites first, then inside each site by --method",
                    whole_number(1, part::speeds::max_processors))
        ->type_name("N,N,...");
    verb.add_option("--site-method", o.site_method,
                    fmt::format("Method that divides the grid among the sites; it must make rectangles; default: {}",
                                default_site_method))
        ->type_name("NAME")
        ->check(method_name());
    add_density_option(verb, o.density, "The balance column then shows the balance of the work");
    verb.add_option("--seed", o.seed, "Seed of the random numbers that some methods use")
        ->type_name("K")
        ->check(whole_number(0, std::numeric_limits<std::int64_t>::max()))
        ->capture_default_str();
}

void add_cost(CLI::App& verb, partition_request& o) {
    constexpr double most_seconds = 1e6;
    verb.add_option(
            "--stencil", o.stencil,
            "Neighbours to which a cell sends: 3, 5, 9, systolic, wavefront, or offsets rows,cols;rows,cols;... "
            "for example 0,1;1,0;-1,2. With --planes: 7 for the neighbours across the faces of a cell, 27 for all")
        ->type_name("NAME")
        ->default_str(fmt::format("{}, with --planes {}", default_stencil, default_box_stencil));
    verb.add_option("--phase", o.phases,
                    "A further pattern and how often it occurs in an iteration, for example 0.1:random. PATTERN is "
                    "broadcast, reduction, random or a stencil. Its time is added to the cost. May be repeated")
        ->type_name("TIMES:PATTERN")
        ->allow_extra_args(false)
        ->take_all();
    verb.add_option("--lambda", o.net.latency_s, "Seconds per message")
        ->type_name("S")
        ->check(real_number(0, most_seconds))
        ->capture_default_str();
    verb.add_option("--network", o.network_kind,
                    "shared: the messages of all processors share one data rate, as on one cable. switched: only the "
                    "messages of one processor share a data rate")
        ->type_name("KIND")
        ->check(one_of({"shared", "switched"}))
        ->capture_default_str();
    verb.add_option("--tau", o.net.time_per_byte_s, "Seconds per byte")
        ->type_name("S")
        ->check(real_number(0, most_seconds))
        ->capture_default_str();
    verb.add_option("--item-bytes", o.item_bytes, "Bytes of the value of one cell")
        ->type_name("D")
        ->check(whole_number(1, std::int64_t{1} << 30))
        ->capture_default_str();
}

void print_method_list(bool as_json) {
    if (!as_json) fmt::print("{:<21}  {:<6}  {}\n", "method", "short", "what it does");
    auto list = nlohmann::ordered_json::array();
    for (const part::method_info& m : part::methods()) {
        if (!as_json) fmt::print("{:<21}  {:<6}  {}\n", m.name, m.short_name, m.summary);
        list.push_back({{"name", m.name},
                        {"short_name", m.short_name},
                        {"summary", m.summary},
                        {"source", m.source},
                        {"guarantee", m.guarantee},
                        {"complexity", m.complexity},
                        {"lookup", m.lookup},
                        {"in_all", m.in_all}});
    }
    if (as_json) print_json("partition.methods", 1, {{"methods", list}});
}

/// Is handled before the parser looks for required options, because the list needs none of them.
void add_list_flag(CLI::App& verb, const bool& as_json) {
    verb.add_flag_callback(
        "--list-methods",
        [&as_json] {
            print_method_list(as_json);
            throw CLI::Success();
        },
        "Print the methods and exit; with --json all fields of the table of methods");
}

}  // namespace

void add_partition_options(CLI::App& verb) {
    const auto o = std::make_shared<partition_request>();
    add_grid(verb, *o);
    add_method(verb, *o);
    add_cost(verb, *o);
    verb.add_option("--svg", o->svg,
                    "Draw the partition into this file; with several methods one file for each, named after the method")
        ->type_name("FILE");
    verb.add_option("--out", o->out,
                    "Write the partition into this file, for other programs: as CSV if the name ends with .csv, "
                    "otherwise as JSON; with several methods one file for each, named after the method")
        ->type_name("FILE");
    add_planes(verb, *o);
    add_json_option(verb, o->json);
    add_list_flag(verb, o->json);
    verb.footer(examples);
    verb.callback([o] { run(*o); });
}

}  // namespace banyan::tools
