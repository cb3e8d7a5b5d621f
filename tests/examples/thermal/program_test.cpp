// The programs as a user starts them: output, exit status, bad input.
#include <png.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "banyan/part/methods.hpp"
#include "banyan/part/partition_json.hpp"
#include "tests/common/long_form.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/tools/own_virtual_machines.hpp"

namespace program_test {

namespace {

struct result {
    int status;
    std::string output;  // of stdout and stderr
};

result shell(const std::string& command) {
    FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    REQUIRE(pipe != nullptr);
    result r{};
    std::array<char, 4096> part{};
    for (std::size_t n; (n = fread(part.data(), 1, part.size(), pipe)) > 0;)
        r.output.append(part.data(), n);
    const int status = pclose(pipe);
    REQUIRE(WIFEXITED(status));
    r.status = WEXITSTATUS(status);
    return r;
}

result thermal(const std::string& arguments) {
    return shell(THERMAL_PROGRAM " " + arguments);
}

nlohmann::json json_of(const std::string& arguments) {
    const result r = thermal(arguments + " --json");
    INFO(r.output);
    REQUIRE(r.status == 0);
    return nlohmann::json::parse(r.output);
}

/// What banyan advise --out writes, for 3 tasks on 30 x 20 cells.
nlohmann::json small_advice() {
    const auto parts = banyan::part::make_partition("brbd", {30, 20}, banyan::part::speeds({3, 1, 2}));
    return {{"schema", "banyan.advice.v1"},
            {"application", "thermal"},
            {"stencil", "5"},
            {"item_bytes", 8},
            {"flops", 50},
            {"method", "brbd"},
            {"hosts", {"localhost", "localhost", "localhost"}},
            {"speeds", {3, 1, 2}},
            {"partition", nlohmann::json::parse(banyan::part::to_json(parts))}};
}

void check_advice_refused(const std::string& text, const std::string& options, const std::string& reason) {
    const banyan::testing::scratch_folder scratch;
    const auto file = (scratch.path / "advice.json").string();
    std::ofstream(file) << text;
    const result r = thermal("--advice " + file + " " + options);
    INFO(text << " " << options << "\n" << r.output);
    CHECK(r.status == 2);
    CHECK_THAT(r.output, Catch::StartsWith("thermal: --advice " + file + ": ") && Catch::Contains(reason));
    CHECK(std::count(r.output.begin(), r.output.end(), '\n') == 1);
}

}  // namespace

TEST_CASE("hello alone is a world of one") {
    const result r = shell(HELLO_PROGRAM);
    CHECK(r.status == 0);
    CHECK(r.output == "1 tasks, sum of ranks 0, greeting from rank 0\n");
}

TEST_CASE("thermal: iterations of the warm-up count for the result, not for the time") {
    const auto warm = json_of("--rows 24 --cols 20 --threads 3 --iterations 2 --warm-up 3");
    CHECK(warm["iterations"] == 2);
    CHECK(warm["warm_up"] == 3);
    CHECK(warm["seconds_total"].get<double>() > 0);
    CHECK(warm["checksum"] == json_of("--rows 24 --cols 20 --iterations 5")["checksum"]);
    CHECK(json_of("--rows 24 --cols 20 --iterations 0 --warm-up 2")["seconds_total"] == 0);
}

TEST_CASE("thermal: the measured iterations begin and end while the program runs") {
    const auto now = [] {
        return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    };
    const double before = now();
    const auto report = json_of("--rows 200 --cols 200 --threads 2 --iterations 3 --warm-up 2");
    const double start = report["unix_seconds_of_start"];
    CHECK(start > before);
    CHECK(start + report["seconds_total"].get<double>() < now());
}

TEST_CASE("thermal: one process and threads print the same checksum") {
    const std::string size = "--rows 40 --cols 37 --iterations 15";
    const nlohmann::json alone = json_of(size);
    const nlohmann::json four = json_of(size + " --threads 4 --method brbd --speeds 4,2,2,1");
    CHECK(alone["checksum"] == four["checksum"]);
    CHECK(four["tasks"] == 4);
    CHECK(four["method"] == "brbd");
    CHECK(four["rows"] == 40);
    CHECK(four["cols"] == 37);
    CHECK(four["flops"] == 10);
    CHECK(four["iterations"] == 15);
    CHECK(four["seconds_total"].get<double>() >= four["seconds_per_iteration"].get<double>());
    std::int64_t cells = 0;
    for (const auto& rank : four["ranks"])
        cells += rank["cells"].get<std::int64_t>();
    CHECK(cells == 40 * 37);
    CHECK(json_of(size + " --flops 50")["checksum"] != alone["checksum"]);
}

TEST_CASE("thermal: every way to synchronize prints the same checksum, and its own numbers") {
    const std::string size = "--rows 40 --cols 37 --iterations 15 --threads 3 --every 4 --sync ";
    const nlohmann::json plain = json_of(size + "neighbours");
    const nlohmann::json global = json_of(size + "global");
    CHECK(plain["largest_change"] == 0);
    CHECK(global["largest_change"] > 0);
    for (const char* sync : {"broadcast-collapse", "two-trees", "self"}) {
        const nlohmann::json report = json_of(size + sync);
        INFO(sync);
        CHECK(report["checksum"] == plain["checksum"]);
        CHECK(report["sync"] == sync);
        CHECK(report["every"] == 4);
        CHECK(report["largest_change"] == global["largest_change"]);
        CHECK((report["seconds_expected"] > 0) == (std::string(sync) == "self"));
        for (const auto& rank : report["ranks"])
            CHECK(rank["seconds_testing"] > 0);
    }
}

TEST_CASE("thermal: a run that repartitions prints the same checksum, its repartitions and a picture") {
    const banyan::testing::scratch_folder scratch;
    const auto picture = (scratch.path / "parts.svg").string();
    const std::string size = "--rows 400 --cols 400 --iterations 300";
    // The speeds are wrong, so the ranks take different times. Whether that is enough depends on other load.
    const std::string uneven = size + " --threads 3 --method columns --speeds 20,1,1 ";
    const auto plain = json_of(size);
    CHECK(plain["rebalance"] == "");
    CHECK(plain["repartitions"].empty());
    for (const char* option :
         {"--rebalance", "--rebalance auto --rebalance-every 2", "--rebalance ripple", "--rebalance=columns"}) {
        const auto report = json_of(uneven + "--partition-svg " + picture + " " + option);
        INFO(option);
        CHECK(report["checksum"] == plain["checksum"]);
        CHECK(report["rebalance"] != "");
        for (const auto& one : report["repartitions"]) {
            CHECK(one["iteration"] > 0);
            CHECK(one["moved_cells"] > 0);
            CHECK(one["every"] >= 1);
            CHECK(one["way"].is_string());
        }
        CHECK_THAT(banyan::testing::read(picture), Catch::StartsWith("<svg ") && Catch::Contains(">start</text>"));
    }
    const result wrong = thermal("--threads 2 --rebalance sideways");
    CHECK(wrong.status == 2);
    CHECK_THAT(wrong.output,
               Catch::StartsWith("thermal: way to repartition: unknown name 'sideways', allowed: auto, "));
}

TEST_CASE("tasks of a virtual machine print what one process prints", "[processes]") {
    const banyan::testing::own_virtual_machines folder;
    const auto* transport = GENERATE("tcp", "unix");
    const std::string size = " --rows 31 --cols 44 --iterations 12 --json";
    const nlohmann::json alone = json_of("--rows 31 --cols 44 --iterations 12");
    for (const char* how :
         {"2 --method contiguous_row", "3 --method brbd", "4 --method contiguous_point --speeds 3,1,2,2",
          "4 --sync self --every 5", "3 --sync broadcast-collapse --every 5", "4 --sync two-trees --every 5",
          "3 --sync global --every 5"}) {
        const std::string text = how;
        const std::string command = std::string("BANYAN_TRANSPORT=") + transport + " " + BANYAN_PROGRAM + " run -n " +
                                    text.substr(0, 1) + " --env BANYAN_TRANSPORT -- " + THERMAL_PROGRAM +
                                    text.substr(1) + size;
        const result r = shell(command);
        INFO(command << "\n" << r.output);
        REQUIRE(r.status == 0);
        const auto report = nlohmann::json::parse(r.output);
        CHECK(report["tasks"] == text[0] - '0');
        CHECK(report["checksum"] == alone["checksum"]);
    }
}

TEST_CASE("advise writes its advice, and the command that it shows runs it", "[processes]") {
    const banyan::testing::own_virtual_machines folder;
    const auto file = (folder.path / "advice.json").string();
    const result advised = shell(BANYAN_PROGRAM
                                 " advise --rows 60 --cols 50 -n 3 --method row,block,brbd "
                                 "--probe-seconds 0.5 --out " +
                                 file);
    INFO(advised.output);
    REQUIRE(advised.status == 0);
    const std::string shown = "\nRun: banyan run -n 3 -- thermal --advice " + file + "\n";
    const std::string check = "Check: banyan validate thermal --rows 60 --cols 50 -n 3 --flops 10 --methods ";
    REQUIRE_THAT(advised.output, Catch::Contains(shown + check) && Catch::Contains("\nUse "));
    const auto programs = std::filesystem::path(BANYAN_PROGRAM).parent_path().string();
    const result run =
        shell("PATH=" + programs + ":$PATH; " +
              shown.substr(std::string("\nRun: ").size(), shown.size() - std::string("\nRun: \n").size()) +
              " --iterations 15 --json");
    INFO(run.output);
    REQUIRE(run.status == 0);
    const auto report = nlohmann::json::parse(run.output);
    const auto advice = nlohmann::json::parse(banyan::testing::read(file));
    CHECK(report["rows"] == 60);
    CHECK(report["cols"] == 50);
    CHECK(report["method"] == advice["method"]);
    CHECK(report["checksum"] == json_of("--rows 60 --cols 50 --iterations 15")["checksum"]);
    const auto parts = banyan::part::partition_from_json(advice["partition"].dump());
    for (int rank = 0; rank < 3; ++rank)
        CHECK(report["ranks"][static_cast<std::size_t>(rank)]["cells"] == parts.cells(rank));
}

TEST_CASE("thermal says which speeds it uses") {
    const std::string size = "--rows 40 --cols 37 --iterations 2 --threads 3 ";
    const auto equal = json_of(size)["speeds"];
    CHECK(equal["source"] == "none");
    CHECK(equal["values"] == nlohmann::json{1.0, 1.0, 1.0});
    const auto given = json_of(size + "--speeds 4,2,1")["speeds"];
    CHECK(given["source"] == "option");
    CHECK(given["option"] == "--speeds");
    CHECK(given["values"] == nlohmann::json{4.0, 2.0, 1.0});
    CHECK_THAT(thermal(size + "--speeds 4,3,2").output, Catch::Contains("\nspeeds 2, 1.5, 1 (from --speeds)\n"));
    CHECK_THAT(thermal(size).output, Catch::Contains("\nspeeds equal (no virtual machine)\n"));
}

TEST_CASE("thermal with a deep halo prints the same checksum, and the depth that it uses") {
    const std::string size = "--rows 40 --cols 37 --iterations 15";
    const auto alone = json_of(size);
    CHECK(alone["halo_depth"]["depth"] == 1);
    CHECK(alone["halo_depth"]["source"] == "option");
    CHECK(alone["halo_depth"]["predicted_s"].is_null());
    CHECK(alone["halo_depth"]["predictions"].empty());
    for (const std::string how : {"--halo-depth 4", "--halo-depth auto", "--threads 3 --method brbd --halo-depth 7",
                                  "--threads 3 --halo-depth auto", "--threads 3 --sync global --halo-depth 5 --every 3",
                                  "--threads 3 --rebalance --rebalance-every 1 --halo-depth 4"})
        CHECK(json_of(size + " " + how)["checksum"] == alone["checksum"]);
    const auto chosen = json_of(size + " --threads 2 --halo-depth auto")["halo_depth"];
    CHECK(chosen["source"] == "measured");
    CHECK(chosen["predicted_s"] > 0);
    CHECK(chosen["predictions"].size() == 32);
    CHECK(chosen["cell_s"] > 0);
    CHECK_THAT(thermal(size + " --halo-depth 4").output, Catch::Contains("\nhalo depth 4\n"));
    CHECK_THAT(thermal(size + " --halo-depth auto").output, Catch::Contains("(chosen: no messages, predicted"));
}

TEST_CASE("thermal takes the network of the advice to choose the depth of its halo") {
    const banyan::testing::scratch_folder scratch;
    const auto file = (scratch.path / "advice.json").string();
    auto advice = small_advice();
    advice["network"] = {{"lambda_s", 0.5}, {"tau_s_per_byte", 1e-9}};
    std::ofstream(file) << advice;
    const auto report = json_of("--threads 3 --iterations 8 --halo-depth auto --advice " + file);
    CHECK(report["halo_depth"]["source"] == "advice");
    CHECK(report["halo_depth"]["latency_s"] == 0.5);
    CHECK(report["halo_depth"]["depth"] > 4);
    CHECK(report["checksum"] == json_of("--rows 30 --cols 20 --flops 50 --iterations 8")["checksum"]);
    advice["network"]["lambda_s"] = -1;
    check_advice_refused(advice.dump(), "--threads 3", "negative");
    advice["network"] = nullptr;  // the advisor could not measure it
    std::ofstream(file) << advice;
    CHECK(json_of("--threads 3 --iterations 8 --halo-depth auto --advice " + file)["halo_depth"]["source"] ==
          "measured");
}

TEST_CASE("thermal warns of advice that was made for other hosts") {
    const banyan::testing::scratch_folder scratch;
    const auto file = (scratch.path / "advice.json").string();
    auto advice = small_advice();
    advice["hosts"] = {"localhost", "node2", "node3"};
    std::ofstream(file) << advice;
    const result r = thermal("--threads 3 --iterations 2 --advice " + file);
    CHECK(r.status == 0);
    CHECK_THAT(r.output, Catch::Contains("thermal: warning: --advice " + file +
                                         " was made for other hosts: rank 1 is on host localhost, not on node2 (2 of "
                                         "3 ranks differ); run banyan advise again\n"));
}

TEST_CASE("thermal computes as the advice says") {
    const banyan::testing::scratch_folder scratch;
    const auto file = (scratch.path / "advice.json").string();
    std::ofstream(file) << small_advice();
    const auto report = json_of("--threads 3 --iterations 8 --advice " + file);
    CHECK(report["method"] == "brbd");
    CHECK(report["flops"] == 50);
    CHECK(report["speeds"]["option"] == "--advice");
    CHECK(report["speeds"]["values"] == nlohmann::json{3.0, 1.0, 2.0});
    CHECK(report["checksum"] == json_of("--rows 30 --cols 20 --flops 50 --iterations 8")["checksum"]);
    const result twice = thermal("--rows 30 --advice " + file);
    CHECK(twice.status == 2);
    CHECK_THAT(twice.output, Catch::Contains("--rows") && Catch::Contains("--advice"));
}

TEST_CASE("a grid that does not fit into memory ends thermal with one line") {
    if (banyan::testing::sanitized) return;  // a sanitizer needs more address space than this limit
    const result r = shell("ulimit -v 1000000; exec " THERMAL_PROGRAM " --rows 40000 --cols 40000 --iterations 1");
    CHECK(r.status == 1);
    CHECK(r.output == "thermal: out of memory; use a smaller grid or more hosts\n");
}

TEST_CASE("advice that does not fit the run is refused in one line") {
    check_advice_refused(small_advice().dump(), "--threads 2",
                         "the advice is for 3 tasks, but this run has 2; use the same number, or ");
    check_advice_refused(small_advice().dump(), "", "the advice is for 3 tasks, but this run has 1");
    check_advice_refused("", "--threads 3", "not written by banyan advise --out");
    check_advice_refused("[1]", "--threads 3", "not written by banyan advise --out");
    check_advice_refused("{}", "--threads 3", "schema is null, not \"banyan.advice.v1\"");
    for (const auto& [field, value] : {std::pair<const char*, nlohmann::json>{"application", "weather"},
                                       {"stencil", "9"},
                                       {"item_bytes", 4},
                                       {"flops", 12},
                                       {"density", "rows"},
                                       {"partition", nlohmann::json::array()}}) {
        auto wrong = small_advice();
        wrong[field] = value;
        check_advice_refused(wrong.dump(), "--threads 3", field == std::string("partition") ? "[]" : field);
    }
    auto open = small_advice();
    open["partition"]["periodic"] = "none";
    check_advice_refused(open.dump(), "--threads 3", "open edges");
    const result none = thermal("--threads 3 --advice /nonexistent/advice.json");
    CHECK(none.status == 2);
    CHECK(none.output == "thermal: --advice /nonexistent/advice.json: No such file or directory\n");
    CHECK(thermal("--advice /tmp").output == "thermal: --advice /tmp: Is a directory\n");
}

TEST_CASE("thermal draws the field") {
    const banyan::testing::scratch_folder scratch;
    const auto file = scratch.path / "field.png";
    const result r = thermal("--rows 20 --cols 60 --iterations 5 --threads 3 --png " + file.string());
    CHECK(r.status == 0);
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    REQUIRE(png_image_begin_read_from_file(&image, file.c_str()) != 0);
    image.format = PNG_FORMAT_RGB;
    CHECK(image.width == 3 * image.height);
    std::vector<png_byte> pixels(PNG_IMAGE_SIZE(image));
    REQUIRE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) != 0);
    // The fixed column is the brightest one of the middle row.
    const auto brightness = [&](png_uint_32 x) {
        const std::size_t at = (image.height / 2 * image.width + x) * 3;
        return pixels[at] + pixels[at + 1] + pixels[at + 2];
    };
    CHECK(brightness(image.width / 2 + 1) > brightness(image.width / 4));
}

TEST_CASE("thermal: bad input is refused with one line that names it") {
    struct bad {
        const char* arguments;
        const char* named;
        int status;
    };
    const bad input = GENERATE(
        bad{"--method nonsense", "nonsense", 2}, bad{"--rows 0", "0", 2}, bad{"--rows -3", "-3", 2},
        bad{"--flops 12", "flops", 2}, bad{"--speeds 1,2", "speeds", 2}, bad{"--threads 4 --rows 1 --cols 3", "3", 2},
        bad{"--threads 2 --speeds 1,nan", "nan", 2}, bad{"--threads 0", "threads", 2}, bad{"--sync barrier", "sync", 2},
        bad{"--halo-depth 0", "--halo-depth: 0, allowed: 1 to 256, auto", 2},
        bad{"--halo-depth deep", "--halo-depth: deep", 2}, bad{"--halo-depth 257", "--halo-depth: 257", 2},
        bad{"--threads 2 --sync self --halo-depth auto", "self", 2}, bad{"--every 0", "every", 2},
        bad{"--iterations -1", "iterations", 2},
        bad{"--rows 5 --cols 5 --png /nonexistent/x.png", "/nonexistent/x.png", 1});
    const result r = thermal(input.arguments);
    INFO(input.arguments << ": " << r.output);
    CHECK(r.status == input.status);
    CHECK(r.output.find(input.named) != std::string::npos);
    CHECK_THAT(r.output, Catch::StartsWith("thermal: "));
    CHECK(std::count(r.output.begin(), r.output.end(), '\n') == 1);
}

}  // namespace program_test
