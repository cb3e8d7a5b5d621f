// banyan partition --density: work from a file.
#include <fstream>
#include <functional>

#include "tests/common/scratch_folder.hpp"
#include "tests/tools/partition_command.hpp"

namespace verb_partition_density_test {

using namespace banyan::testing;

namespace {

constexpr int rows = 30;
constexpr int cols = 50;
const std::vector<double> speed{3, 2, 1};

std::string written(const scratch_folder& folder, const std::string& text) {
    const std::string file = folder.path / "work.txt";
    std::ofstream(file) << text;
    return file;
}

std::vector<std::string> arguments(const std::string& file, const std::string& methods) {
    return {"--rows", "30", "--cols", "50", "--speeds", "3,2,1", "--density", file, "--method", methods};
}

/// A file of `lines` lines with `in_a_line` numbers each.
std::string numbers(int lines, int in_a_line, const std::function<int(int, int)>& work, const std::string& between) {
    std::string text = "# work of a cell\n\n";
    for (int line = 0; line < lines; ++line)
        for (int i = 0; i < in_a_line; ++i)
            text += std::to_string(work(line, i)) + (i + 1 < in_a_line ? between : "\n");
    return text;
}

}  // namespace

TEST_CASE("the work of a processor is that of its blocks, and the methods for work balance it") {
    const scratch_folder folder;
    const auto work = [](int row, int col) { return row * row / 10 + col; };
    const json j = json_of(arguments(written(folder, numbers(rows, cols, work, " ")), "slices,bands,row,triangulated"));
    CHECK(j["density"] == "cells");
    for (const json& r : j["results"]) {
        INFO(r["method"]);
        const auto told = r["work"].get<std::vector<double>>();
        if (!r["blocks"].empty()) {
            std::vector<double> counted(3);
            for (const json& b : r["blocks"])
                for (int row = b["row"]; row < b["row"].get<int>() + b["rows"].get<int>(); ++row)
                    for (int col = b["col"]; col < b["col"].get<int>() + b["cols"].get<int>(); ++col)
                        counted[b["processor"].get<std::size_t>()] += work(row, col);
            CHECK(told == counted);
        }
        const double all = told[0] + told[1] + told[2];
        const double slowest = std::max({told[0] / speed[0], told[1] / speed[1], told[2] / speed[2]});
        CHECK(r["max_work_ratio"].get<double>() == Approx(slowest / (all / 6)));
        if (r["method"] == "contiguous_row")
            CHECK(r["max_work_ratio"] > 1.3);  // it shares out cells
        else
            CHECK(r["max_work_ratio"] < 1.1);
    }
}

TEST_CASE("the same work by rows, by columns or by cells is the same") {
    const scratch_folder folder;
    const auto parts = [&](const std::string& text, const char* form) {
        json j = json_of(arguments(written(folder, text), "slices,bands,triangulated"));
        CHECK(j["density"] == form);
        for (json& r : j["results"])
            r.erase("seconds");
        return j["results"];
    };
    const auto by_row = [](int row, int) { return 1 + row % 7; };
    const auto by_col = [](int, int col) { return col < 10 ? 0 : col; };
    CHECK(parts(numbers(rows, 1, by_row, ""), "rows") == parts(numbers(rows, cols, by_row, ", "), "cells"));
    const std::string without_comment = numbers(rows, 1, by_row, "").substr(std::string("# work of a cell\n\n").size());
    CHECK(parts("\xEF\xBB\xBF" + without_comment, "rows") == parts(without_comment, "rows"));  // a byte order mark
    CHECK(parts(numbers(1, cols, by_col, "\t"), "columns") == parts(numbers(rows, cols, by_col, ","), "cells"));
}

TEST_CASE("a grid of one row or one column takes a density of one line or one column") {
    const scratch_folder folder;
    const std::string file = written(folder, "1 1 1 9");
    CHECK(json_of({"--rows", "1", "--cols", "4", "--speeds", "1,1", "--density", file, "--method",
                   "slices"})["results"][0]["cells"] == json{3, 1});
    written(folder, "1\r\n1\r\n1\r\n9\r\n");
    CHECK(json_of({"--rows", "4", "--cols", "1", "--speeds", "1,1", "--density", file, "--method",
                   "slices"})["results"][0]["cells"] == json{3, 1});
}

TEST_CASE("fields of work exist only with a density, and the table shows the balance of the work") {
    const scratch_folder folder;
    const json j = json_of({"--rows", "30", "--cols", "50", "--speeds", "3,2,1", "--method", "slices"});
    CHECK(keys(j).count("density") + keys(j["results"][0]).count("work") == 0);
    const outcome o = partition_of(arguments(written(folder, numbers(
                                                                 rows, 1, [](int row, int) { return row; }, "")),
                                             "row,slices"));
    CHECK_THAT(o.out, Catch::Contains("work of the cells: given for rows") && Catch::Contains("balance the work"));
}

TEST_CASE("a wrong density file is refused in one line that names the line of the file") {
    const scratch_folder folder;
    const auto refused = [&](const std::string& text, const std::vector<std::string>& expected) {
        const std::string file = written(folder, text);
        check_refused(arguments(file, "slices"), expected);
    };
    const auto one = [](int, int) { return 1; };
    const std::string good = numbers(rows, cols, one, " ");
    refused("1 2 x", {"--density", "'x' in line 1", "at least 0"});
    refused("1\n\n-2\n", {"--density", "'-2' in line 3"});
    refused("nan", {"'nan' in line 1"});
    refused("1 inf", {"'inf' in line 1"});
    refused("1 1e999", {"'1e999' in line 1"});
    refused("", {"work.txt", "no number above 0", "at least one"});
    refused(numbers(
                rows, 1, [](int, int) { return 0; }, ""),
            {"no number above 0"});
    refused("1 2 3\n", {"line 1 has 3 numbers", "1 or 50"});
    refused(good.substr(0, good.size() - 2), {"line 32 has 49 numbers", "50 as in the lines before"});
    refused(numbers(rows - 1, cols, one, " "), {"has 29 lines", "use 30", "1 line of 50"});
    refused(good + "1\n", {"line 33 has 1 numbers"});
    refused(numbers(rows + 1, 1, one, ""), {"line 33 is one too many", "30"});
    refused("7\n", {"has 1 lines"});

    const outcome missing = partition_of(arguments(folder.path / "none.txt", "slices"));
    CHECK(missing.status == 1);
    CHECK(missing.out.empty());
    CHECK_THAT(missing.err, Catch::Contains("--density") && Catch::Contains("none.txt cannot be read"));
    CHECK(partition_of(arguments(folder.path, "slices")).status == 1);
}

}  // namespace verb_partition_density_test
