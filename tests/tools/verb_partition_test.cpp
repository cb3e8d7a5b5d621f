// banyan partition as a user runs it.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/partition_json.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/tools/partition_command.hpp"

namespace verb_partition_test {

using namespace banyan;
using namespace banyan::testing;

namespace {

/// The number of methods in `all` for this number of processors.
std::size_t methods_for(int processors) {
    return static_cast<std::size_t>(std::ranges::count_if(
        part::methods(), [&](const part::method_info& m) { return m.in_all && processors <= m.max_processors; }));
}

/// The owner of each cell in a file of --out, row by row. Fails unless each cell is in one line.
std::vector<std::int32_t> owners_in_csv(const std::string& text, const part::grid& domain) {
    std::vector<std::int32_t> owners(static_cast<std::size_t>(domain.cells()), -1);
    for (const auto& [processor, first_row, first_col, rows, cols] :
         numbers_in_csv<5>(text, "processor,row,col,rows,cols"))
        for (std::int64_t row = first_row; row < first_row + rows; ++row)
            for (std::int64_t col = first_col; col < first_col + cols; ++col) {
                std::int32_t& owner = owners.at(static_cast<std::size_t>(row * domain.cols() + col));
                CHECK(owner == -1);
                owner = static_cast<std::int32_t>(processor);
            }
    return owners;
}

}  // namespace

TEST_CASE("the JSON has exactly the documented fields") {
    const json j = json_of({"--rows", "20", "--cols", "30", "--speeds", "4,3,2", "--method", "all"});
    CHECK(keys(j) == std::set<std::string>{"schema", "grid", "speeds", "stencil", "network", "results"});
    CHECK(j["schema"] == "banyan.partition.v2");
    CHECK(j["grid"] == json{{"rows", 20}, {"cols", 30}, {"periodic", "both"}});
    CHECK(j["speeds"] == json{4.0, 3.0, 2.0});
    CHECK(j["stencil"] == "5");
    REQUIRE(j["results"].size() == methods_for(3));
    for (const json& r : j["results"]) {
        CHECK(keys(r) == std::set<std::string>{"method", "blocks", "cells", "max_time_ratio", "cut_length",
                                               "wrapped_cut_length", "internal_edges", "messages", "max_messages",
                                               "items", "lower_bound_half_perimeter", "half_perimeter", "cost_s",
                                               "seconds"});
        for (const json& b : r["blocks"])
            CHECK(keys(b) == std::set<std::string>{"processor", "row", "col", "rows", "cols"});
        CHECK(r["seconds"] >= 0);
    }
}

TEST_CASE("the blocks cover the grid once, agree with the cells and come sorted by cost") {
    for (const char* stencil : {"3", "5", "9", "systolic", "wavefront"}) {
        const json j =
            json_of({"--rows", "17", "--cols", "23", "--speeds", "5,1,3,2.5", "--stencil", stencil, "--open"});
        CHECK(j["grid"]["periodic"] == "none");
        CHECK(j["stencil"] == stencil);
        double before = 0;
        for (const json& r : j["results"]) {
            std::vector<int> covered(17 * 23);
            std::vector<int> cells(4);
            for (const json& b : r["blocks"])
                for (int row = b["row"]; row < b["row"].get<int>() + b["rows"].get<int>(); ++row)
                    for (int col = b["col"]; col < b["col"].get<int>() + b["cols"].get<int>(); ++col) {
                        ++covered.at(static_cast<std::size_t>(row * 23 + col));
                        ++cells.at(b["processor"]);
                    }
            if (part::find_method(r["method"].get<std::string>()).kind == part::layout::cells) {
                CHECK(r["blocks"].empty());  // an owner per cell: only the counts are printed
                const auto counted = r["cells"].get<std::vector<int>>();
                CHECK(std::accumulate(counted.begin(), counted.end(), 0) == 17 * 23);
            } else {
                CHECK(std::ranges::all_of(covered, [](int times) { return times == 1; }));
                CHECK(r["cells"] == json(cells));
            }
            CHECK(r["cost_s"] >= before);
            before = r["cost_s"];
        }
    }
}

TEST_CASE("the command computes the published example") {
    const json j = json_of({"--rows", "1000", "--cols", "3000", "--speeds", "0.5,0.1,0.1,0.1,0.1,0.05,0.05", "--method",
                            "xy2", "--lambda", "2.5e-3", "--tau", "1.5e-6", "--item-bytes", "8", "--seed", "7"});
    const json& r = j["results"].at(0);
    CHECK(r["method"] == "xy2");
    CHECK(r["cut_length"] == 4500);
    CHECK(r["wrapped_cut_length"] == 7000);
    CHECK(r["internal_edges"] == 9);
    CHECK(r["half_perimeter"] == 8500);
    CHECK(r["items"] == 14000);
    CHECK(r["messages"] == 28);
    CHECK(r["max_messages"] == 4);
    CHECK(r["cells"].at(0) == 1500000);
    CHECK(r["max_time_ratio"].get<double>() == Approx(1));
    CHECK(r["lower_bound_half_perimeter"].get<double>() < 8500);

    const part::speeds s{0.5, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05};
    const part::partition p = part::make_partition("xy2", {1000, 3000}, s);
    const part::communication c = exact_communication(p, part::stencil::named("5"));
    CHECK(r["cost_s"].get<double>() == Approx(communication_cost_s(c, {2.5e-3, 1.5e-6}, 8)));
}

TEST_CASE("the speeds come from a host file, one processor for each slot") {
    const scratch_folder folder;
    const std::string file = folder.path / "hosts.txt";
    std::ofstream(file) << "fast slots=2 speed=3\nslow # one slot\n";
    const json j = json_of({"--rows", "14", "--cols", "9", "--hostfile", file, "--method", "row"});
    CHECK(j["speeds"] == json{3.0, 3.0, 1.0});
    CHECK(j["hosts"] == json{"fast", "fast", "slow"});
    CHECK(j["results"][0]["cells"] == json{54, 54, 18});
    check_refused({"--rows", "4", "--cols", "4", "--hostfile", file, "--speeds", "1"}, {"--hostfile", "--speeds"});
    check_refused({"--rows", "4", "--cols", "4"}, {"--speeds is required", "--hostfile"});
    check_refused({"--rows", "1", "--cols", "2", "--hostfile", file}, {"3 processors of --hostfile"});
    check_failed(partition_of({"--rows", "4", "--cols", "4", "--hostfile", "/nonexistent"}), 2,
                 {"--hostfile /nonexistent"});
}

TEST_CASE("short names and lists choose methods, each once") {
    const auto names = [](const char* list) {
        std::multiset<std::string> result;
        const json j = json_of({"--rows", "9", "--cols", "9", "--speeds", "2,1", "--method", list});
        for (const json& r : j["results"])
            result.insert(r["method"]);
        return result;
    };
    CHECK(names("row,block") == std::multiset<std::string>{"block", "contiguous_row"});
    CHECK(names("row,contiguous_row,point") == std::multiset<std::string>{"contiguous_point", "contiguous_row"});
    CHECK(names("all").size() == methods_for(2));
}

TEST_CASE("the text has a table, the dropped processors and a picture") {
    const outcome o = partition_of({"--rows", "2", "--cols", "40", "--speeds", "4,3,2", "--method", "row,column"});
    CHECK(o.status == 0);
    CHECK(o.err.empty());
    for (const char* expected :
         {"method", "contiguous_row", "contiguous_column", "cost (ms)", "no cells for processor 2"})
        CHECK_THAT(o.out, Catch::Contains(expected));
    CHECK_THAT(o.out, Catch::Contains("0001111"));
}

TEST_CASE("pictures are written, one for each method") {
    const scratch_folder folder;
    const std::string file = folder.path / "parts.svg";
    const std::vector<std::string> grid{"--rows",  "40",    "--cols", "60",      "--speeds",
                                        "4,3,2,1", "--svg", file,     "--method"};
    std::vector<std::string> one = grid;
    one.push_back("brbd");
    CHECK(partition_of(one).status == 0);
    const std::string svg = read(file);
    CHECK_THAT(svg, Catch::StartsWith("<svg ") && Catch::EndsWith("</svg>\n"));
    CHECK(count(svg, "<rect class=\"block\"") == 4);
    const json drawn = json_of({"--rows", "40", "--cols", "60", "--speeds", "4,3,2,1", "--method", "brbd"});
    CHECK_THAT(svg, Catch::Contains(">0</text>") && Catch::Contains(">3</text>") &&
                        Catch::Contains(">0: 40 %, " + drawn["results"][0]["cells"][0].dump() + " cells</text>"));
    CHECK_THAT(svg, Catch::Contains("brbd, 40 x 60 torus, stencil 5: " + drawn["results"][0]["messages"].dump() +
                                    " messages, " + drawn["results"][0]["items"].dump() + " items"));
    std::vector<std::string> two = grid;
    two.push_back("row,columns");
    CHECK(partition_of(two).status == 0);
    CHECK(std::filesystem::exists(folder.path / "parts-contiguous_row.svg"));
    CHECK(std::filesystem::exists(folder.path / "parts-columns.svg"));

    std::vector<std::string> nowhere = one;
    *std::ranges::find(nowhere, file) = folder.path / "missing" / "parts.svg";
    const outcome o = partition_of(nowhere);
    CHECK(o.status == 1);
    CHECK_THAT(o.err, Catch::Contains("--svg") && Catch::Contains("missing/parts.svg"));
}

TEST_CASE("the JSON of --out is the partition of the method, and the CSV has the same owners") {
    const scratch_folder folder;
    const part::grid domain(17, 23, part::periodic::none);
    const part::speeds processors{5, 1, 3, 2.5};
    const auto write_all = [&](const char* name) {
        return partition_of({"--rows", "17", "--cols", "23", "--open", "--speeds", "5,1,3,2.5", "--method", "all",
                             "--out", folder.path / name});
    };
    REQUIRE(write_all("parts.json").status == 0);
    REQUIRE(write_all("parts.csv").status == 0);
    for (const part::method_info& m : part::methods()) {
        if (!m.in_all || processors.size() > m.max_processors) continue;
        INFO(m.name);
        const std::string stem = "parts-" + std::string(m.name);
        const part::partition expected = part::make_partition(m.name, domain, processors);
        CHECK(part::partition_from_json(read(folder.path / (stem + ".json"))) == expected);
        CHECK(owners_in_csv(read(folder.path / (stem + ".csv")), domain) == expected.owners());
    }
}

TEST_CASE("--out of one method has the given name, and the output of the verb is as without it") {
    const scratch_folder folder;
    const std::string file = folder.path / "parts.csv";
    const std::vector<std::string> grid{"--rows", "4", "--cols", "6", "--speeds", "3,1", "--method", "row"};
    std::vector<std::string> stored = grid;
    stored.insert(stored.end(), {"--out", file});
    const outcome o = partition_of(stored);
    CHECK(o.status == 0);
    CHECK(o.out == partition_of(grid).out);
    CHECK(read(file) == "processor,row,col,rows,cols\n0,0,0,3,6\n1,3,0,1,6\n");
    stored.insert(stored.end(), {"--svg", folder.path / "." / "parts.csv"});
    check_refused(stored, {"--out", "parts.csv", "--svg", "use a different file"});
    stored = grid;
    stored.insert(stored.end(), {"--out", folder.path / "missing" / "parts.json"});
    const outcome nowhere = partition_of(stored);
    CHECK(nowhere.status == 1);
    CHECK_THAT(nowhere.err, Catch::Contains("--out") && Catch::Contains("missing/parts.json"));
}

TEST_CASE("a picture replaces a file only as a whole, and stays at the place of a symbolic link") {
    const scratch_folder folder;
    const std::string file = folder.path / "parts.svg";
    std::ofstream(file) << "old";
    const std::string command =
        "\"$0\" partition --rows 40 --cols 60 --speeds 4,3,2,1 --method brbd --svg '" + file + "'";
    // As on a full disk: no byte can be written to a file. The output of the command is a file too, so it takes a pipe.
    const outcome full = run_banyan_in_shell("(trap '' XFSZ; ulimit -f 0; " + command + "; echo status $?) 2>&1 | cat");
    CHECK_THAT(full.out, Catch::Contains("--svg: " + file + " cannot be written") && Catch::Contains("status 1\n"));
    CHECK(read(file) == "old");

    const auto link = folder.path / "link.svg";
    std::filesystem::create_symlink("parts.svg", link);
    CHECK(run_banyan_in_shell("\"$0\" partition --rows 4 --cols 6 --speeds 1,1 --method row --svg '" + link.string() +
                              "'")
              .status == 0);
    CHECK(std::filesystem::is_symlink(link));
    CHECK_THAT(read(file), Catch::StartsWith("<svg ") && Catch::EndsWith("</svg>\n"));
}

TEST_CASE("every method of the table has a small picture with every processor in it") {
    const scratch_folder folder;
    CHECK(partition_of({"--rows", "300", "--cols", "400", "--speeds", "6,4,3,2,1,1", "--method", "all", "--svg",
                        folder.path / "all.svg"})
              .status == 0);
    int pictures = 0;
    for (const part::method_info& m : part::methods()) {
        if (!m.in_all) continue;
        const std::string svg = read(folder.path / ("all-" + std::string(m.name) + ".svg"));
        INFO(m.name);
        CHECK(svg.size() < 30 * 1024);
        CHECK_THAT(svg, Catch::EndsWith("</svg>\n"));
        for (int processor = 0; processor < 6; ++processor)
            CHECK(count(svg, std::string(1, '>') + std::to_string(processor) + ": ") == 1);  // the legend
        const bool of_cells = m.kind == part::layout::cells;
        CHECK((count(svg, "<path class=\"cells\"") > 0) == of_cells);
        CHECK((count(svg, "<rect class=\"block\"") > 0) == !of_cells);
        ++pictures;
    }
    CHECK(pictures >= 7);
}

TEST_CASE("a stencil of any offsets") {
    const auto messages = [](const char* stencil) {
        const json j =
            json_of({"--rows", "60", "--cols", "60", "--speeds", "1,1,1,1", "--method", "row", "--stencil", stencil});
        CHECK(j["stencil"] == stencil);
        return j["results"][0]["messages"].get<int>();
    };
    CHECK(messages("-1,0;1,0;0,-1;0,1") == messages("5"));
    CHECK(messages("0,5;0,-5") == 0);
    CHECK(messages("2,1") == 4);
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--stencil", "1,0;2"}, {"--stencil", "'2'", "-1,2"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--stencil", "0,0"}, {"--stencil", "0,0"});
}

TEST_CASE("methods with an owner for each cell are refused for a very large grid, and left out of all") {
    const auto vast = [](const char* methods) {
        return std::vector<std::string>{"--rows",   "100000", "--cols",   "100000",
                                        "--speeds", "3,2,1",  "--method", methods};
    };
    for (const part::method_info& m : part::methods()) {
        if (m.kind != part::layout::cells) continue;
        const std::string name(m.name);
        check_refused(vast(name.c_str()), {"--method " + name, "an owner for each cell", "10000000000 cells",
                                           "at most 268435456", "columns"});
    }
    const outcome all = partition_of(vast("all"));
    CHECK(all.status == 0);
    CHECK_THAT(all.out, Catch::Contains("left out of --method all") && Catch::Contains("scatter_block, "));
    const outcome thin = partition_of(
        {"--rows", "2", "--cols", "2147483647", "--speeds", "2,1", "--site-sizes", "1,1", "--method", "point"});
    CHECK(thin.status == 2);  // runs of each site are no runs of the whole
    CHECK_THAT(thin.err, Catch::Contains("--method contiguous_point: stores an owner for each cell"));
}

TEST_CASE("speeds at the ends of their range keep the table readable") {
    const outcome o = partition_of({"--rows", "8", "--cols", "8", "--speeds", "1e9,1", "--method", "row"});
    CHECK(o.status == 0);
    CHECK_THAT(o.out, Catch::Contains(" 1.25e+08 "));
    check_refused({"--rows", "8", "--cols", "8", "--speeds", "1e13,1"}, {"--speeds", "processor 1", "1e+12"});
    for (const auto& [rows, cols] : {std::pair{"1", "9"}, std::pair{"9", "1"}})
        CHECK(json_of({"--rows", rows, "--cols", cols, "--speeds", "3,2,1", "--method", "all"})["results"].size() ==
              methods_for(3));
}

TEST_CASE("the largest grid works, because no cell is visited") {
    const json j = json_of({"--rows", "2147483647", "--cols", "2147483647", "--speeds", "3,2,1"});
    for (const json& r : j["results"])
        CHECK(r["max_time_ratio"].get<double>() < 2.1);
}

TEST_CASE("bad input is refused with the option, the value and what is allowed") {
    check_refused({"--rows", "2", "--cols", "2", "--speeds", "1,1,1,1,1"},
                  {"--rows 2 --cols 2", "4 cells", "5 processors"});
    check_refused({"--rows", "0", "--cols", "2", "--speeds", "1"}, {"--rows", "'0'", "1 to 2147483647"});
    check_refused({"--rows", "4", "--cols", "-2", "--speeds", "1"}, {"--cols", "'-2'", "1 to 2147483647"});
    check_refused({"--rows", "4", "--cols", "2147483648", "--speeds", "1"}, {"--cols", "2147483648"});
    check_refused({"--rows", "99999999999999999999999", "--cols", "4", "--speeds", "1"},
                  {"--rows", "99999999999999999999999"});
    check_refused({"--rows", "4x", "--cols", "4", "--speeds", "1"}, {"--rows", "'4x'"});
    check_refused({"--rows", "", "--cols", "4", "--speeds", "1"}, {"--rows", "''"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1,0"}, {"--speeds", "speed 0 of processor 1", "above 0"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "-1,2"},
                  {"--speeds", "speed -1 of processor 0", "above 0"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1,nan"}, {"--speeds", "nan", "processor 1", "above 0"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "inf"}, {"--speeds", "inf", "processor 0", "above 0"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1e999"}, {"--speeds", "'1e999'", "above 0"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1e300,1"}, {"--speeds", "1e+300", "processor 1"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1,,2"}, {"--speeds", "'1,,2'", "above 0"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1,"}, {"--speeds", "'1,'", "empty part", "above 0"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", ""}, {"--speeds", "''", "above 0"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--method", "row,"},
                  {"--method", "'row,'", "empty part"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--method", "brdb"},
                  {"--method", "'brdb'", "did you mean brbd?", "columns"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "fast"}, {"--speeds", "'fast'"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--method", "nearest"},
                  {"--method", "'nearest'", "columns"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--method", ""}, {"--method", "''", "columns"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--stencil", "7"}, {"--stencil", "7", "3, 5, 9"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--lambda", "-1"}, {"--lambda", "'-1'", "from 0"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--tau", "nan"}, {"--tau", "'nan'", "from 0"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--item-bytes", "0"},
                  {"--item-bytes", "'0'", "from 1"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--seed", "-3"}, {"--seed", "'-3'", "from 0"});
    check_refused({"--rows", "2147483647", "--cols", "2147483647", "--speeds", "1,1", "--item-bytes", "1073741824",
                   "--tau", "1e7"},
                  {"--tau", "'1e7'", "1000000"});
    check_refused({"--cols", "4", "--speeds", "1"}, {"--rows"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--colour", "red"}, {"--colour"});
    check_refused({"--rows", "4", "--rows", "5", "--cols", "4", "--speeds", "1"}, {"--rows"});
}

TEST_CASE("each axis can be periodic by itself") {
    const auto messages = [](const std::vector<std::string>& axes) {
        std::vector<std::string> words{"--rows", "12", "--cols", "12", "--speeds", "1,1,1", "--method", "column"};
        words.insert(words.end(), axes.begin(), axes.end());
        const json j = json_of(words);
        return std::pair(j["grid"]["periodic"].get<std::string>(), j["results"][0]["items"].get<int>());
    };
    CHECK(messages({}) == std::pair(std::string("both"), 72));
    CHECK(messages({"--periodic", "columns"}) == std::pair(std::string("columns"), 72));
    CHECK(messages({"--periodic", "rows"}) == std::pair(std::string("rows"), 48));
    CHECK(messages({"--periodic", "none"}) == std::pair(std::string("none"), 48));
    CHECK(messages({"--open"}) == std::pair(std::string("none"), 48));
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--periodic", "torus"},
                  {"--periodic: 'torus'", "rows"});
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--periodic", "rows", "--open"}, {"--open"});
}

TEST_CASE("on a switched network the busiest processor counts, on a shared one all bytes") {
    const auto found = [](const std::string& kind) {
        return json_of({"--rows", "40", "--cols", "60", "--speeds", "1,1,1,1", "--method", "row", "--lambda", "0",
                        "--tau", "1e-6", "--network", kind});
    };
    const json shared = found("shared"), switched = found("switched");
    CHECK(shared["network"] == json{{"kind", "shared"}, {"lambda_s", 0.0}, {"tau_s_per_byte", 1e-6}});
    CHECK(switched["network"]["kind"] == "switched");
    // Each of four equal strips sends as much as it receives.
    const double cost_s = switched["results"][0]["cost_s"];
    CHECK(cost_s > 0);
    CHECK(shared["results"][0]["cost_s"].get<double>() == Approx(4 * cost_s));
    CHECK_THAT(partition_of({"--rows", "4", "--cols", "4", "--speeds", "1,1", "--network", "switched"}).out,
               Catch::Contains("s/B, switched network\n"));
    check_refused({"--rows", "4", "--cols", "4", "--speeds", "1", "--network", "ring"},
                  {"--network: 'ring'", "shared", "switched"});
}

TEST_CASE("help names every option") {
    const outcome o = partition_of({"--help"});
    CHECK(o.status == 0);
    for (const char* option : {"--rows", "--cols", "--speeds", "--method", "--periodic", "--open", "--stencil",
                               "--lambda", "--tau", "--network", "--item-bytes", "--svg", "--seed", "--json",
                               "--site-sizes", "--site-method", "--density", "--phase"})
        CHECK_THAT(o.out, Catch::Contains(option));
}

}  // namespace verb_partition_test
