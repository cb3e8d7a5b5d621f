// banyan partition: divides a grid among unequal processors and says what each division costs.
#include <fmt/format.h>

#include <memory>

#include "tools/banyan/method_list.hpp"
#include "tools/banyan/partition_answer.hpp"
#include "tools/banyan/partition_report.hpp"
#include "tools/banyan/partition_task.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  banyan partition --rows 1000 --cols 3000 --speeds 10,2,2,2,2,1,1\n"
    "      every method, the cheapest first\n"
    "  banyan partition --rows 400 --cols 600 --speeds 4,4,3,2,2 --site-sizes 3,2 --method brbd,columns\n"
    "      two sites of three and two processors: first a part for each site, then for each processor in it\n"
    "  banyan partition --rows 400 --cols 600 --speeds 3,2,1 --density load.txt --method slices,bands\n"
    "      load.txt has 400 lines of one number (work of a cell in this row), or one line of 600 (columns),\n"
    "      or 400 lines of 600 (cells); parted by blanks or commas; # begins a comment\n"
    "  banyan partition --rows 400 --cols 600 --speeds 3,2,1 --phase 0.1:random --phase 2:reduction\n"
    "      an iteration has the stencil once, two reductions, and every tenth time all send to all\n";

void run(const partition_words& words) {
    const partition_task task = read_task(words);
    const std::vector<partition_answer> answers = answers_to(task);
    if (task.json)
        print_partition_json(task, answers);
    else
        print_partition_table(task, answers);
}

void add_problem(CLI::App& verb, partition_words& words) {
    verb.add_option("--rows", words.rows, "Rows of the grid")->type_name("R")->required();
    verb.add_option("--cols", words.cols, "Columns of the grid")->type_name("C")->required();
    verb.add_option("--speeds", words.speeds, "Relative speeds of the processors, as 4,4,3")
        ->type_name("S,S,...")
        ->required();
    verb.add_option("--method", words.methods, "Methods by name, or all")->type_name("NAME,...")->capture_default_str();
    auto* periodic =
        verb.add_option("--periodic", words.periodic,
                        "Axes whose last row or column is the neighbour of the first: both, rows, columns, none")
            ->type_name("AXES")
            ->capture_default_str();
    verb.add_flag("--open", words.open, "The same as --periodic none")->excludes(periodic);
    verb.add_option("--site-sizes", words.site_sizes,
                    "Processors of each site, in the order of --speeds, as 3,2: divide among the sites by their total "
                    "speeds, then inside each by --method")
        ->type_name("N,N,...");
    verb.add_option("--site-method", words.site_method,
                    fmt::format("Method that divides among the sites; one of rectangles [{}]", default_site_method))
        ->type_name("NAME");
    verb.add_option("--density", words.density,
                    "Work of a cell, from a file of a number per row, column or cell, for slices, bands and "
                    "triangulated; balance is then of work")
        ->type_name("FILE");
    verb.add_option("--seed", words.seed, "Start of the random numbers, for methods that draw some")
        ->type_name("K")
        ->capture_default_str();
}

void add_cost(CLI::App& verb, partition_words& words) {
    verb.add_option("--stencil", words.stencil,
                    "Who sends to whom: 3, 5, 9, systolic, wavefront, or offsets rows,cols;rows,cols;... as "
                    "0,1;1,0;-1,2")
        ->type_name("NAME")
        ->capture_default_str();
    verb.add_option("--phase", words.phases,
                    "One more pattern and how often it comes in an iteration, as 0.1:random: broadcast, reduction, "
                    "random or a stencil; counts in the cost; may be repeated")
        ->type_name("TIMES:PATTERN")
        ->allow_extra_args(false)
        ->take_all();
    verb.add_option("--lambda", words.lambda, fmt::format("Seconds per message [{}]", part::network{}.latency_s))
        ->type_name("S");
    verb.add_option("--tau", words.tau,
                    fmt::format("Seconds per byte of the shared medium [{}]", part::network{}.time_per_byte_s))
        ->type_name("S");
    verb.add_option("--item-bytes", words.item_bytes, "Bytes of one data item")->type_name("D")->capture_default_str();
}

/// Needs no problem: it is looked at before the required options are asked for.
void add_list_option(CLI::App& verb, const bool& json) {
    verb.add_flag_callback(
        "--list-methods",
        [&json] {
            print_method_list(json);
            throw CLI::Success();
        },
        "Print the methods and exit; with --json all that is known of them");
}

}  // namespace

void add_partition_verb(CLI::App& app) {
    CLI::App& verb =
        *app.add_subcommand("partition", "Divide a grid among unequal processors, by one or several methods");
    const auto words = std::make_shared<partition_words>();
    add_problem(verb, *words);
    add_cost(verb, *words);
    verb.add_option("--svg", words->svg,
                    "Draw the partition; for several methods one file each, named after the method")
        ->type_name("FILE");
    add_json_option(verb, words->json);
    add_list_option(verb, words->json);
    verb.footer(examples);
    verb.callback([words] { run(*words); });
}

}  // namespace banyan::tools
