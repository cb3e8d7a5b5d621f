// The programs as a user starts them: output, exit status, bad input.
#include <png.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/common/scratch_folder.hpp"

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

}  // namespace

TEST_CASE("hello alone is a world of one") {
    const result r = shell(HELLO_PROGRAM);
    CHECK(r.status == 0);
    CHECK(r.output == "1 tasks, sum of ranks 0, greeting from rank 0\n");
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
    for (const char* sync : {"broadcast-collapse", "self"}) {
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

TEST_CASE("tasks of a virtual machine print what one process prints", "[processes]") {
    const auto* transport = GENERATE("tcp", "unix");
    const std::string size = " --rows 31 --cols 44 --iterations 12 --json";
    const nlohmann::json alone = json_of("--rows 31 --cols 44 --iterations 12");
    for (const char* how :
         {"2 --method contiguous_row", "3 --method brbd", "4 --method contiguous_point --speeds 3,1,2,2",
          "4 --sync self --every 5", "3 --sync broadcast-collapse --every 5", "3 --sync global --every 5"}) {
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
        bad{"--every 0", "every", 2}, bad{"--iterations -1", "iterations", 2},
        bad{"--rows 5 --cols 5 --png /nonexistent/x.png", "/nonexistent/x.png", 1});
    const result r = thermal(input.arguments);
    INFO(input.arguments << ": " << r.output);
    CHECK(r.status == input.status);
    CHECK(r.output.find(input.named) != std::string::npos);
}
