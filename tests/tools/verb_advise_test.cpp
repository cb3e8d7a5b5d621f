// banyan advise as a user runs it: fields of the JSON, the table, wrong options.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/tools/command_checks.hpp"
#include "tests/tools/markup_check.hpp"
#include "tests/tools/own_virtual_machines.hpp"

namespace verb_advise_test {

using namespace banyan::testing;

namespace {

void check_usage_error(const std::vector<std::string>& arguments, const std::vector<std::string>& words) {
    check_failed(run_banyan(arguments), 2, words);
}

}  // namespace

TEST_CASE("advise ranks the methods asked for") {
    const own_virtual_machines folder;
    const auto found = json_printed_by({"advise", "--rows", "96", "--cols", "64", "-n", "2", "--method",
                                        "row,block,column", "--probe-seconds", "0.5"});
    CHECK(found["schema"] == "banyan.advise.v4");
    CHECK(found["hosts"].size() == 1);
    CHECK(found["processors"].size() == 2);
    CHECK(found["network"].contains("lambda_s"));
    CHECK(found["network"].contains("tau_s_per_byte"));
    CHECK(found["network"].contains("floor"));
    CHECK(keys(found["network"]["model"]["ci95"]) ==
          std::set<std::string>{"round_s", "message_s", "shared_message_s", "byte_s", "shared_byte_s"});
    CHECK(found["network"]["model"]["undetermined"].is_array());
    REQUIRE(found["ranking"].size() == 3);
    CHECK(found["ranking"][0]["relative"] == 1.0);
    CHECK(keys(found["advice"]) ==
          std::set<std::string>{"method", "predicted_s", "same_partition", "within_noise", "tasks", "hosts"});
    CHECK(found["advice"]["method"] == found["ranking"][0]["method"]);
    CHECK(found["computers"][0]["tasks"] == 2);
    CHECK(found["model"] == "measured");
    CHECK(found["predictability"].contains("reasons"));
    CHECK(found["messages"].contains("left_out"));
    CHECK(std::set<std::string>{"undecided", "fastest", "tie"}.count(found["decision"]) == 1);
    double draws = 0;  // of different partitions
    std::set<std::string> methods;
    for (const auto& entry : found["ranking"]) {
        CHECK(keys(entry) == std::set<std::string>{"method", "relative", "predicted_s", "compute_s", "communication_s",
                                                   "waiting_s", "classic_s", "interval_s", "p_best", "remark"});
        CHECK(entry["predicted_s"].get<double>() > 0);
        CHECK(entry["interval_s"][0] <= entry["interval_s"][1]);
        const bool is_measured = entry["remark"].get<std::string>().find("not measured") == std::string::npos;
        CHECK((entry["relative"].get<double>() >= 1.0 || !is_measured));  // on a busy computer, time may be short
        if (entry["remark"] == "") draws += entry["p_best"].get<double>();
        methods.insert(entry["method"]);
    }
    CHECK(draws == Approx(1.0));
    CHECK(methods == std::set<std::string>{"row", "block", "column"});
}

TEST_CASE("advise --write-network writes a network model, and needs two tasks for it") {
    const own_virtual_machines folder;
    const auto file = (folder.path / "network.txt").string();
    const std::vector<std::string> advise{"advise",    "--rows",          "96",  "--cols",          "64", "--method",
                                          "row,block", "--probe-seconds", "0.3", "--write-network", file};
    const auto with_tasks = [&](const char* tasks) {
        auto arguments = advise;
        arguments.insert(arguments.end(), {"-n", tasks});
        return arguments;
    };
    check_usage_error(with_tasks("1"), {"--write-network", "one task", "2 or more"});
    CHECK_FALSE(std::filesystem::exists(file));
    CHECK(json_printed_by(with_tasks("2"))["ranking"].size() == 2);
    const auto text = read(file);
    CHECK_THAT(text, Catch::StartsWith("banyan network model 1\n") && Catch::Contains("\ninside_host.start_s "));
    CHECK(std::count(text.begin(), text.end(), '\n') == 14);  // one line for each number
}

TEST_CASE("advise --scaling answers how many tasks to use") {
    const own_virtual_machines folder;
    const auto found = json_printed_by({"advise", "--rows", "96", "--cols", "64", "-n", "2", "--method", "row,block",
                                        "--probe-seconds", "0.5", "--scaling"});
    REQUIRE(found["scaling"]["points"].size() == 2);
    CHECK(keys(found["scaling"]) == std::set<std::string>{"knee", "advised", "slowing", "points"});
    CHECK(keys(found["scaling"]["points"][0]) ==
          std::set<std::string>{"tasks", "hosts", "method", "predicted_s", "interval_s", "measured"});
    CHECK(found["scaling"]["points"][1]["measured"] == true);
    CHECK(found["advice"]["tasks"] == found["scaling"]["advised"]);
}

TEST_CASE("advise --check runs the first methods and compares them with their predictions") {
    const own_virtual_machines folder;
    const auto page = (folder.path / "page.html").string();
    const auto found = json_printed_by({"advise", "--rows", "96", "--cols", "64", "-n", "2", "--method", "row,column",
                                        "--probe-seconds", "0.3", "--check", "--report", page});
    REQUIRE(found["checked"].size() == 2);
    CHECK(found["checked"][0]["method"] == found["ranking"][0]["method"]);
    for (const auto& one : found["checked"]) {
        CHECK(keys(one) == std::set<std::string>{"method", "predicted_s", "interval_s", "observed_s"});
        REQUIRE(one["observed_s"].size() == 2);
        CHECK(one["observed_s"][0].get<double>() > 0);
    }
    // The page has the last lines of the printed text.
    CHECK_THAT(read(page), Catch::Contains("Checked row: predicted ") && Catch::Contains("Checked column: predicted "));
}

TEST_CASE("advise --samples writes what others need to repeat the fits") {
    const own_virtual_machines folder;
    const auto file = (folder.path / "samples.json").string();
    const std::string stencil = GENERATE(as<std::string>{}, "5", "2:5,reduction");
    const auto found = json_printed_by({"advise", "--rows", "96", "--cols", "64", "-n", "2", "--method", "row,column",
                                        "--stencil", stencil, "--probe-seconds", "0.3", "--samples", file});
    const auto samples = json::parse(read(file));
    CHECK(samples["schema"] == "banyan.advise_samples.v1");
    CHECK(samples["stencil"] == stencil);
    CHECK(samples["encryption"] == "none");
    CHECK(samples["predictability"] == found["predictability"]);
    CHECK(samples["prediction"]["methods"][0]["predicted_s"] == found["ranking"][0]["predicted_s"]);
    REQUIRE(samples["survey"]["partitions"].size() == 2);
    CHECK(samples["survey"]["partitions"][0]["method"] == "row");
    CHECK(samples["survey"]["partitions"][0]["partition"]["processors"] == 2);
    CHECK(samples["survey"]["reports"][0]["facts"][0].contains("governor"));
    CHECK(samples["survey"]["reports"].back().contains("overlap_calibrations"));
}

TEST_CASE("advise --scaling of a single task has one point") {
    const own_virtual_machines folder;
    const auto page = (folder.path / "page.html").string();
    const auto found = json_printed_by({"advise", "--rows", "64", "--cols", "64", "-n", "1", "--method", "row",
                                        "--probe-seconds", "0.3", "--scaling", "--report", page});
    REQUIRE(found["scaling"]["points"].size() == 1);
    CHECK(found["scaling"]["points"][0]["measured"] == true);
    CHECK(found["scaling"]["points"][0]["predicted_s"] == found["ranking"][0]["predicted_s"]);
    CHECK(found["scaling"]["advised"] == 1);
    CHECK_THAT(read(page), Catch::Contains("Time of one iteration by the number of tasks"));
}

TEST_CASE("advise prints its results although the picture cannot be drawn") {
    const own_virtual_machines folder;  // there is no gnuplot in it
    const auto file = (folder.path / "advice.json").string(), plot = (folder.path / "curve.svg").string();
    const outcome o =
        run_banyan_in_shell("PATH=" + folder.path.string() +
                            "; export PATH; exec \"$0\" advise --rows 96 --cols 64 -n 2 --method row,block "
                            "--probe-seconds 0.5 --scaling --json --out " +
                            file + " --plot " + plot);
    const auto err = without_notes(o.err);
    INFO(err);
    CHECK(o.status == 1);
    CHECK(std::ranges::count(err, '\n') == 1);
    CHECK_THAT(err, Catch::Contains("gnuplot is not installed") && Catch::Contains(plot + ".gp"));
    REQUIRE(json::accept(o.out));
    CHECK(json::parse(o.out)["scaling"]["points"].size() == 2);
    CHECK(json::parse(read(file)).contains("partition"));
}

TEST_CASE("advise prints the published table, also for a single task") {
    const own_virtual_machines folder;
    const outcome o = run_banyan(
        {"advise", "--rows", "64", "--cols", "64", "-n", "1", "--method", "block,row", "--probe-seconds", "0.3"});
    INFO(o.err);
    CHECK(o.status == 0);
    CHECK(o.out.find("Application: thermal\nRows: 64\nColumns: 64\nProcessors: 1\nBlock  Row\n") != std::string::npos);
}

TEST_CASE("advise ranks by Crandall's model if asked for") {
    const own_virtual_machines folder;
    const auto found = json_printed_by({"advise", "--rows", "96", "--cols", "64", "-n", "2", "--method", "row,block",
                                        "--probe-seconds", "0.3", "--model", "classic"});
    CHECK(found["model"] == "classic");
    CHECK(found["ranking"].size() == 2);
    CHECK_FALSE(found.contains("scaling"));  // its times are measured ones
}

TEST_CASE("advise writes a page with every method") {
    const own_virtual_machines folder;
    const auto file = folder.path / "advice.html";
    const outcome o = run_banyan({"advise", "--rows", "64", "--cols", "64", "-n", "2", "--method", "row,block,column",
                                  "--probe-seconds", "0.3", "--report", file.string()});
    INFO(o.err);
    REQUIRE(o.status == 0);
    const auto page = read(file);
    check_well_formed(page);
    for (const auto* method : {"row", "block", "column"})
        CHECK_THAT(page, Catch::Contains("<td class=\"t\">" + std::string(method) + "</td>"));
    CHECK_THAT(page, Catch::Contains("<p class=\"text\">Use "));
    CHECK_THAT(page, Catch::Contains("Congestion control"));
}

TEST_CASE("advise divides the grid that it is given: open axes and work that differs") {
    const own_virtual_machines folder;
    const auto work = (folder.path / "work.txt").string(), file = (folder.path / "advice.json").string(),
               samples = (folder.path / "samples.json").string();
    const auto work_of_row = [](int row) { return row < 72 ? 1.0 : 9.0; };  // the last rows have 3/4 of the work
    std::ofstream out(work);
    for (int row = 0; row < 96; ++row)
        out << work_of_row(row) << "\n";
    out.close();
    std::vector<std::string> arguments{"advise", "--rows", "96", "--cols", "256", "-n", "2", "--method", "slices,row"};
    arguments.insert(arguments.end(), {"--periodic", "rows", "--density", work, "--probe-seconds", "0.5"});
    const outcome text = run_banyan(arguments);
    CHECK_THAT(text.out,
               Catch::StartsWith("Grid: 96 x 256 grid with periodic rows, work of the cells: given for rows\n"));
    CHECK_THAT(text.out, !Catch::Contains("Run: "));  // thermal computes a torus of equal cells
    arguments.insert(arguments.end(), {"--out", file, "--samples", samples});
    const auto found = json_printed_by(arguments);
    CHECK(found["periodic"] == "rows");
    CHECK(found["density"] == "rows");
    const auto advice = json::parse(read(file));
    CHECK(advice["partition"]["periodic"] == "rows");
    CHECK(advice["density"] == "rows");
    const auto all = json::parse(read(samples));
    CHECK(all["periodic"] == "rows");
    CHECK(all["density"] == "rows");
    // Each processor is measured with as many cells as its work, in cells of mean work: (72 + 24 x 9) / 96 = 3.
    const auto& shapes = all["survey"]["reports"][1]["shapes"];
    std::size_t compared = 0;
    for (std::size_t method = 0; method < 2; ++method) {
        const auto& made = all["survey"]["partitions"][method];
        if (made["shifted"]) continue;  // was measured later
        for (const auto& block : made["partition"]["blocks"]) {
            double cells = 0;
            for (int row = block["row"]; row < block["row"].get<int>() + block["rows"].get<int>(); ++row)
                cells += work_of_row(row) / 3 * block["cols"].get<double>();
            const auto& shape = shapes[block["processor"].get<std::size_t>()][method];
            const double measured = shape[0].get<double>() * shape[1].get<double>();
            CHECK(std::abs(measured - cells) <= shape[0].get<double>() / 2);
            ++compared;
        }
    }
    CHECK(compared > 0);
}

TEST_CASE("bad input to advise is refused in one line") {
    check_usage_error({"advise", "--cols", "64"}, {"--rows"});
    check_usage_error({"advise", "--rows", "0", "--cols", "64"}, {"--rows", "0", "1"});
    check_usage_error({"advise", "--rows", "64", "--cols", "-64"}, {"--cols", "-64"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "-n", "0"}, {"-n", "0", "1"});
    check_usage_error({"advise", "--rows", "2", "--cols", "2", "-n", "5"}, {"--rows 2", "5"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--method", "spiral"}, {"--method", "spiral", "brbd"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "-n", "60", "--method", "row,slicing_exact"},
                      {"--method slicing_exact", "60 processors", "at most"});
    check_usage_error({"advise", "--rows", "100000", "--cols", "100000", "-n", "2", "--method", "scatter"},
                      {"--method scatter", "10000000000 cells", "at most 268435456"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--flops", "30"}, {"--flops", "30", "10, 50"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--stencil", "7"}, {"--stencil", "7", "5"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--stencil", "2:reduction"},
                      {"--stencil", "no stencil"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--phase", "a=5"}, {"--phase", "'a=5'", "@"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--phase", "a=7@3"}, {"--phase", "'7'", "wavefront"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--phase", "a=5@0"}, {"--phase", "'0'"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--phase", "a=5@1", "--phase", "a=9@2"},
                      {"--phase a=9@2", "'a'", "once"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--cycles", "2"}, {"--phase"});
    check_usage_error({"advise", "--current", "file"}, {"--steps-left"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--stencil", "5,9", "--scaling"},
                      {"--scaling", "--phase"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--scaling", "--model", "classic"},
                      {"--model classic", "--scaling", "measured"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--scaling", "--check"}, {"--check", "--scaling"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--stencil", "9", "--check"}, {"--check", "thermal"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--item-bytes", "4", "--check"},
                      {"--check", "--item-bytes"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--open", "--check"}, {"--check", "torus"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--periodic", "x"}, {"--periodic", "'x'", "columns"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--open", "--periodic", "rows"}, {"--open"});
    check_usage_error({"advise", "--steps-left", "3"}, {"--current"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--item-bytes", "0"}, {"--item-bytes", "0"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--model", "plain"}, {"--model", "plain", "classic"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--plot", "x.svg"}, {"--plot", "--scaling"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--scaling", "--plot", "x.pdf"},
                      {"--plot", "x.pdf", ".svg"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--app", ""}, {"--app", "the name of a program"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--out", "/none/./x", "--report", "/none/x"},
                      {"--report: /none/x", "the file of --out too"});
    check_failed(run_banyan({"advise", "--rows", "64", "--cols", "64", "--scaling", "--plot", "/none/x.svg"}), 1,
                 {"--plot: /none/x.svg cannot be written"});
}

TEST_CASE("a wrong density is refused before anything is measured") {
    const own_virtual_machines folder;
    const auto work = (folder.path / "work.txt").string();
    std::ofstream(work) << "1 2 3\n";
    const std::vector<std::string> arguments{"advise", "--rows", "64", "--cols", "64", "--density", work};
    check_usage_error(arguments, {"--density", "line 1 has 3 numbers", "1 or 64"});
    std::filesystem::remove(work);
    check_failed(run_banyan(arguments), 1, {"--density", "work.txt cannot be read"});
}

TEST_CASE("a program that does not answer as a probe ends the advice with one line") {
    struct wrong {
        const char* script;
        std::vector<std::string> words;
    };
    const own_virtual_machines folder;
    const auto script = folder.path / "mine";
    for (const auto& [text, words] :
         {wrong{"exec sleep 1000", {"did not answer as a probe within 10 s", "serve_probe"}},
          wrong{"exec yes", {"did not answer as a probe within 10 s", "serve_probe"}},
          wrong{"echo panic", {"is missing, it printed 'panic'", "serve_probe"}},
          wrong{"exit 0", {"is missing; ", "serve_probe"}},
          wrong{"echo why >&2; exit 3", {"mine failed: ", "3", "why", "serve_probe"}},
          wrong{"kill -SEGV $$", {"mine failed: ", "signal"}}}) {
        std::ofstream(script) << "#!/bin/sh\n" << text << "\n";
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
        check_failed(run_banyan({"advise", "--rows", "64", "--cols", "64", "-n", "2", "--app", script.string()}), 1,
                     words);
    }
    std::filesystem::remove(script);
    check_failed(run_banyan({"advise", "--rows", "64", "--cols", "64", "-n", "2", "--app", script.string()}), 1,
                 {"mine failed: ", "No such file or directory"});
}

TEST_CASE("a program is found in the PATH of a host that does not have it in the folder of this computer") {
    const own_virtual_machines folder;
    // "mine" in `here` is a folder, so it is found here and cannot be executed by the host.
    const auto here = folder.path / "here", there = folder.path / "there";
    std::filesystem::create_directories(here / "mine");
    std::filesystem::create_directory(there);
    std::ofstream(there / "mine") << "#!/bin/sh\necho from there\n";
    std::filesystem::permissions(there / "mine", std::filesystem::perms::owner_all);
    check_failed(run_banyan_in_shell("PATH=" + here.string() + ":" + there.string() +
                                     ":$PATH; export PATH; exec \"$0\" advise --rows 64 --cols 64 -n 2 --app mine"),
                 1, {"is missing, it printed 'from there'"});
}

TEST_CASE("the patterns of an iteration are added up") {
    const own_virtual_machines folder;
    const auto found =
        json_printed_by({"advise", "--rows", "96", "--cols", "64", "-n", "2", "--method", "row,brbd", "--stencil",
                         "3:5,9,reduction", "--probe-seconds", "0.5", "--model", "classic"});
    CHECK(found["stencil"] == "3:5,9,reduction");
    CHECK(found["predictability"].contains("reasons"));
    CHECK(found["model"] == "classic");
    REQUIRE(found["ranking"].size() == 2);
    CHECK(found["ranking"][0]["predicted_s"].get<double>() > 0);
}

TEST_CASE("a program with phases gets a method for each of them and one for all") {
    const own_virtual_machines folder;
    const auto file = (folder.path / "advice.json").string(), page = (folder.path / "page.html").string();
    const auto found = json_printed_by({"advise",
                                        "--rows",
                                        "96",
                                        "--cols",
                                        "64",
                                        "-n",
                                        "2",
                                        "--method",
                                        "row,column",
                                        "--phase",
                                        "flow=5@10",
                                        "--phase",
                                        "solve=9,reduction@20",
                                        "--cycles",
                                        "3",
                                        "--probe-seconds",
                                        "0.5",
                                        "--out",
                                        file,
                                        "--report",
                                        page});
    CHECK(found["cycles"] == 3);
    CHECK(found["predictability"].contains("reasons"));
    REQUIRE(found["phases"].size() == 2);
    CHECK(found["phases"][1]["name"] == "solve");
    CHECK(found["phases"][1]["patterns"] == "9,reduction");
    CHECK(found["phases"][1]["iterations"] == 20);
    CHECK(found["phases"][1]["ranking"].size() == 2);
    const auto& plan = found["plan"];
    CHECK(plan["single_method"] == found["ranking"][0]["method"]);
    CHECK(plan["single_s"].get<double>() == Approx(3 * found["ranking"][0]["predicted_s"].get<double>()));
    CHECK(plan["phase_methods"].size() == 2);
    CHECK(plan["advised"].size() == 2);
    const auto written = json::parse(read(file));
    CHECK(written["phases"][0]["name"] == "flow");
    CHECK(written["phases"][0]["method"] == plan["advised"][0]);
    CHECK(written["phases"][0]["partition"]["processors"] == 2);
    CHECK_THAT(read(page),
               Catch::Contains("Predicted times of all phases, once") && Catch::Contains("<td class=\"t\">solve</td>"));
}

TEST_CASE("the grid of a running program may have open axes") {
    const own_virtual_machines folder;
    const auto file = (folder.path / "current.json").string();
    std::ofstream(file) << R"({"schema": "banyan.stored_partition.v2", "rows": 96, "cols": 64, "periodic": "none",
        "processors": 2, "layout": "rectangles", "blocks": [
        {"processor": 0, "row": 0, "col": 0, "rows": 48, "cols": 64},
        {"processor": 1, "row": 48, "col": 0, "rows": 48, "cols": 64}]})";
    const auto found = json_printed_by(
        {"advise", "--current", file, "--steps-left", "1", "--method", "row", "--probe-seconds", "0.3"});
    CHECK(found["periodic"] == "none");
    CHECK_FALSE(found.contains("density"));
    CHECK(found["ranking"].size() == 2);
}

TEST_CASE("a running program is told whether to change its partition") {
    const own_virtual_machines folder;
    const auto file = (folder.path / "current.json").string(), page = (folder.path / "page.html").string();
    // One row of 96 for the second of two tasks of equal speed.
    std::ofstream(file) << R"({"schema": "banyan.stored_partition.v2", "rows": 96, "cols": 512, "periodic": "both",
        "processors": 2, "layout": "rectangles", "blocks": [
        {"processor": 0, "row": 0, "col": 0, "rows": 95, "cols": 512},
        {"processor": 1, "row": 95, "col": 0, "rows": 1, "cols": 512}]})";
    const auto ask = [&](const char* steps, const char* stencil) {
        return json_printed_by({"advise", "--current", file, "--steps-left", steps, "--stencil", stencil, "--method",
                                "row", "--flops", "50", "--probe-seconds", "0.5", "--report", page});
    };
    const auto soon_over = ask("1", "5");
    CHECK(soon_over["rows"] == 96);
    CHECK(soon_over["predictability"].contains("reasons"));
    CHECK(soon_over["tasks"] == 2);
    CHECK(soon_over["ranking"].size() == 2);
    CHECK(soon_over["repartition"]["decision"] == "keep");
    CHECK(soon_over["repartition"]["cells"] == 96 * 512);
    CHECK(soon_over["repartition"]["measurements"].size() <= 1);
    CHECK_THAT(read(page), Catch::Contains("Keep the current partition"));
    const auto long_left = ask("1000000000", "20:5");  // the decision depends on the real times
    const auto& answer = long_left["repartition"];
    CHECK(answer["steps_left"] == 1000000000);
    CHECK(answer["measurements"].size() <= 3);
    // Each of them of 20 sweeps. Other programs may slow down the first one.
    for (const auto& one : answer["measurements"])
        CHECK(one["current_s"].get<double>() > answer["measurements"][0]["current_s"].get<double>() / 10);
    check_usage_error({"advise", "--current", file, "--steps-left", "3", "--rows", "95"}, {"--rows 95", "96"});
    check_usage_error({"advise", "--current", file, "--steps-left", "3", "--model", "classic"},
                      {"--model classic", "--current", "measured"});
    check_usage_error({"advise", "--current", file, "--steps-left", "3", "-n", "3"}, {"-n 3", "2"});
    check_usage_error({"advise", "--current", file, "--steps-left", "3", "--open"}, {"--periodic none", "has both"});
    check_failed(run_banyan({"advise", "--current", file + ".none", "--steps-left", "3"}), 1, {"--current", "No such"});
    std::ofstream(file) << "{}";
    check_failed(run_banyan({"advise", "--current", file, "--steps-left", "3"}), 1, {"--current", "schema is missing"});
}

}  // namespace verb_advise_test
