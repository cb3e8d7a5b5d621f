// banyan partition --planes: a grid of three dimensions. What the command says is counted again cell by cell, from the
// boxes in the file of --out.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

#include "banyan/part/box_methods.hpp"
#include "banyan/part/box_partition_json.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/tools/partition_command.hpp"

namespace verb_partition_boxes_test {

namespace part = banyan::part;
using namespace banyan::testing;

namespace {

using cell = std::array<std::int64_t, 3>;

struct owned_grid {
    cell sides;
    std::vector<int> owners;

    [[nodiscard]] int& at(const cell& c) {
        return owners.at(static_cast<std::size_t>((c[0] * sides[1] + c[1]) * sides[2] + c[2]));
    }
    /// Calls visit for each cell.
    template <class Visit>
    void each(Visit visit) const {
        for (std::int64_t i = 0; i < sides[0]; ++i)
            for (std::int64_t j = 0; j < sides[1]; ++j)
                for (std::int64_t k = 0; k < sides[2]; ++k)
                    visit(cell{i, j, k});
    }
};

/// The owner of each cell from the file of --out. Fails unless each cell is in one box.
owned_grid grid_in_csv(const std::string& text, const cell& sides) {
    owned_grid grid{sides, std::vector<int>(static_cast<std::size_t>(sides[0] * sides[1] * sides[2]), -1)};
    for (const auto& n : numbers_in_csv<7>(text, "processor,plane,row,col,planes,rows,cols"))
        for (std::int64_t i = n[1]; i < n[1] + n[4]; ++i)
            for (std::int64_t j = n[2]; j < n[2] + n[5]; ++j)
                for (std::int64_t k = n[3]; k < n[3] + n[6]; ++k) {
                    REQUIRE((i < sides[0] && j < sides[1] && k < sides[2]));
                    CHECK(grid.at({i, j, k}) == -1);
                    grid.at({i, j, k}) = static_cast<int>(n[0]);
                }
    grid.each([&](const cell& c) { REQUIRE(grid.at(c) >= 0); });
    return grid;
}

struct counts {
    std::vector<std::int64_t> cells;
    std::int64_t cut_area = 0;                               ///< faces between owners inside the grid
    std::map<std::pair<int, int>, std::int64_t> items_of{};  ///< [from, to] values of cells across a face
};

counts counted(owned_grid grid, std::size_t processors, bool periodic) {
    counts result{std::vector<std::int64_t>(processors)};
    grid.each([&](const cell& c) {
        const int mine = grid.at(c);
        ++result.cells.at(static_cast<std::size_t>(mine));
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const std::int64_t step : {-1, 1}) {
                cell next = c;
                next[axis] += step;
                const bool inside = next[axis] >= 0 && next[axis] < grid.sides[axis];
                if (!inside && !periodic) continue;
                next[axis] = (next[axis] + grid.sides[axis]) % grid.sides[axis];
                const int other = grid.at(next);
                if (other == mine) continue;
                if (inside && step == 1) ++result.cut_area;
                ++result.items_of[{other, mine}];
            }
    });
    return result;
}

const std::vector<std::string> problem{"--planes", "18", "--rows", "25", "--cols", "31", "--speeds", "5,4,3,2,2,1"};
const std::vector<double> speeds{5, 4, 3, 2, 2, 1};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

}  // namespace

TEST_CASE("the boxes cover the grid in proportion to the speeds, and all numbers are those of the cells") {
    const auto method = GENERATE(as<std::string>{}, "bars", "bisection", "best");
    const bool periodic = GENERATE(true, false);
    const scratch_folder folder;
    const std::string file = folder.path / "boxes.csv";
    auto arguments = with(problem, {"--method", method, "--out", file, "--lambda", "1e-4", "--tau", "1e-8"});
    if (!periodic) arguments.emplace_back("--open");
    const json j = json_of(arguments);
    INFO(method << (periodic ? ", torus" : ", open grid"));
    REQUIRE(j["results"].size() == 1);
    const json& r = j["results"][0];
    const auto found = counted(grid_in_csv(read(file), {18, 25, 31}), speeds.size(), periodic);
    CHECK(r["cells"].get<std::vector<std::int64_t>>() == found.cells);
    CHECK(r["cut_area"] == found.cut_area);
    double slowest = 0, bytes = 0;
    for (std::size_t i = 0; i < speeds.size(); ++i)
        slowest = std::max(slowest, static_cast<double>(found.cells[i]) / speeds[i]);
    CHECK(r["max_time_ratio"].get<double>() == Approx(slowest / (18 * 25 * 31 / 17.0)));
    CHECK(r["max_time_ratio"] < 1.4);  // the smallest box has 820 cells, and whole cells change its share
    std::int64_t items = 0;
    std::vector<std::int64_t> messages(speeds.size());
    for (const auto& [pair, count] : found.items_of) {
        items += count;
        ++messages[static_cast<std::size_t>(pair.first)];
        bytes += static_cast<double>(8 * count + 58 * ((8 * count + 1459) / 1460));
    }
    const auto most = *std::max_element(messages.begin(), messages.end());
    CHECK(r["messages"] == found.items_of.size());
    CHECK(r["max_messages"] == most);
    CHECK(r["items"] == items);
    CHECK(r["cost_s"].get<double>() == Approx(1e-4 * static_cast<double>(most) + 1e-8 * bytes));
    const std::int64_t outside = 18 * 25 + 25 * 31 + 31 * 18;
    CHECK(r["half_surface"] == found.cut_area + outside);
    CHECK(r["lower_bound_half_surface"] <= 1.02 * r["half_surface"].get<double>());  // whole cells change the shares
}

TEST_CASE("the JSON of boxes has exactly the documented fields, sorted by cost") {
    const json j = json_of(problem);
    CHECK(keys(j) == std::set<std::string>{"schema", "grid", "speeds", "stencil", "network", "results"});
    CHECK(j["schema"] == "banyan.partition.boxes.v1");
    CHECK(j["grid"] == json{{"planes", 18}, {"rows", 25}, {"cols", 31}, {"periodic", {"planes", "rows", "cols"}}});
    CHECK(j["stencil"] == "7");
    REQUIRE(j["results"].size() == 2);  // best takes one of these
    for (const json& r : j["results"]) {
        CHECK(keys(r) == std::set<std::string>{"method", "boxes", "cells", "max_time_ratio", "cut_area", "half_surface",
                                               "lower_bound_half_surface", "messages", "max_messages", "items",
                                               "cost_s", "seconds"});
        CHECK(keys(r["boxes"][0]) ==
              std::set<std::string>{"processor", "plane", "row", "col", "planes", "rows", "cols"});
    }
    CHECK(j["results"][0]["cost_s"] <= j["results"][1]["cost_s"]);
    const json all_neighbours = json_of(with(problem, {"--stencil", "27", "--method", "bisection"}));
    const json faces = json_of(with(problem, {"--method", "bisection"}));
    CHECK(all_neighbours["stencil"] == "27");
    CHECK(all_neighbours["results"][0]["items"] > faces["results"][0]["items"]);
    CHECK(json_of(with(problem, {"--open"}))["grid"]["periodic"] == json::array());
}

TEST_CASE("boxes in a JSON file are those of the answer, and several methods have a file each") {
    const scratch_folder folder;
    const std::string file = folder.path / "boxes.json";
    const json j = json_of(with(problem, {"--out", file}));
    for (const json& r : j["results"]) {
        const auto name = r["method"].get<std::string>();
        const json stored = json::parse(read(folder.path / ("boxes-" + name + ".json")));
        CHECK(keys(stored) ==
              std::set<std::string>{"schema", "planes", "rows", "cols", "periodic", "processors", "boxes"});
        CHECK(stored["schema"] == "banyan.stored_boxes.v1");
        CHECK(stored["planes"] == 18);
        CHECK(stored["processors"] == 6);
        CHECK(stored["boxes"] == r["boxes"]);
        CHECK(part::box_partition_from_json(stored.dump()) ==
              part::make_box_partition(name, part::grid_3d({18, 25, 31}), part::speeds(speeds)));
    }
    CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("the processors of a host file get boxes too") {
    const scratch_folder folder;
    const std::string file = folder.path / "hosts.txt";
    std::ofstream(file) << "a slots=2 speed=3\nb speed=1\n";
    const json j =
        json_of({"--planes", "7", "--rows", "4", "--cols", "4", "--hostfile", file, "--method", "bisection"});
    CHECK(j["hosts"] == json{"a", "a", "b"});
    CHECK(j["results"][0]["cells"] == json{48, 48, 16});
}

TEST_CASE("the table of boxes has the cut area, and names a method that does not fit") {
    const outcome o = partition_of(problem);
    INFO(o.err);
    CHECK(o.status == 0);
    CHECK_THAT(o.out, Catch::StartsWith("18 x 25 x 31 torus, 6 processors, stencil 7, 8-byte items") &&
                          Catch::Contains("cut area") && Catch::Contains("\nbars ") && Catch::Contains("\nbisection "));
    // The fast processor gets a layer of four cells at least, and the other seven do not fit into the other one.
    const std::vector<std::string> small{"--planes", "2", "--rows", "2", "--cols", "2", "--speeds", "99,1,1,1,1,1,1,1"};
    const outcome left_out = partition_of(small);
    CHECK_THAT(left_out.out, Catch::Contains("\nbisection ") && !Catch::Contains("\nbars "));
    CHECK_THAT(left_out.out, Catch::Contains("left out of --method all, the grid is too small for them: bars\n"));
    check_refused(with(small, {"--method", "bars"}), {"--method bars: the grid 2 x 2 x 2 is too small", "bisection"});
}

TEST_CASE("what has no meaning for boxes is refused in one line") {
    for (const char* option : {"--site-sizes=3,3", "--density=none.txt", "--phase=1:random", "--svg=x.svg"})
        check_refused(with(problem, {option}),
                      {"--planes", std::string(option).substr(0, std::string(option).find('='))});
    check_refused(with(problem, {"--method", "columns"}), {"--method", "'columns'", "bars, bisection, best"});
    check_refused(with(problem, {"--periodic", "rows"}), {"--periodic", "'rows'", "both"});
    check_refused(with(problem, {"--stencil", "5"}), {"--stencil", "'5'", "7 or 27"});
    check_refused({"--planes", "0", "--rows", "4", "--cols", "4", "--speeds", "1"}, {"--planes", "'0'"});
    check_refused({"--planes", "2", "--rows", "2000000", "--cols", "4", "--speeds", "1"}, {"--rows", "1048576"});
    check_refused({"--planes", "1", "--rows", "1", "--cols", "2", "--speeds", "1,1,1"},
                  {"--planes 1 --rows 1 --cols 2", "2 cells", "3 processors of --speeds"});
    check_refused({"--planes", "1", "--rows", "1", "--cols", "2", "--speeds", "1,0"}, {"--speeds"});
    check_refused({"--rows", "8", "--cols", "8", "--speeds", "1,1", "--method", "bars"}, {"--method bars", "--planes"});
}

}  // namespace verb_partition_boxes_test
