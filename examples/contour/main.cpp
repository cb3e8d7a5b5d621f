// Traces the contours of an image: edges are detected, their boundaries are followed, and at each element a result is
// computed from that of the element before it.
//
//   contour --size 512 --threads 4                            a generated picture, four ranks as threads
//   banyan run -n 4 -- contour --image picture.png --algorithm remap    four tasks of a virtual machine
//   contour --threads 4 --algorithm remap --weights blocks     weights by divide and conquer
//   contour --size 256 --threads 4 --png contours.png          the edges, each contour in the colour of its task
//
// The sum that rank 0 prints depends on every result. It is the same for all algorithms and numbers of tasks.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "banyan/net/group.hpp"
#include "examples/contour/picture.hpp"
#include "examples/contour/tracing.hpp"
#include "examples/hex_text.hpp"
#include "examples/images/image_of_rank_0.hpp"
#include "examples/refused_arguments.hpp"
#include "examples/run_on_ranks.hpp"
#include "examples/run_times.hpp"

namespace {

namespace net = banyan::net;

struct options {
    std::string file;
    std::int64_t size = 256;
    std::uint32_t seed = 1;
    std::string algorithm = "in-place";
    std::string weights = "segments";
    contour::tracing_options tracing;
    std::string png;
    int repeat = 1;
    int threads = 0;
    bool json = false;
};

void declare(CLI::App& app, options& o) {
    auto* size = app.add_option("--size", o.size, "rows and columns of a generated picture")
                     ->capture_default_str()
                     ->check(CLI::Range(std::int64_t{1}, std::int64_t{16384}));
    app.add_option("--image", o.file, "PNG or PGM file, read by rank 0")->excludes(size);
    app.add_option("--seed", o.seed, "seed of the generated picture")->capture_default_str();
    app.add_option("--threshold", o.tracing.threshold, "smallest gradient of an edge pixel, 1 to 2040")
        ->capture_default_str()
        ->check(CLI::Range(1, 2040));
    app.add_option("--algorithm", o.algorithm, "in-place: tasks pass results on; remap: contours move to one task each")
        ->capture_default_str()
        ->check(CLI::IsMember({"in-place", "remap"}));
    app.add_option("--weights", o.weights,
                   "how remap counts the elements of contours: along segments, or by blocks of tasks")
        ->capture_default_str()
        ->check(CLI::IsMember({"segments", "blocks"}));
    app.add_option(
           "--exchange", o.tracing.exchange,
           "how remap moves elements: pairwise: in one phase; balanced: in two phases; automatic: the library chooses")
        ->capture_default_str()
        ->check(CLI::IsMember({"automatic", "pairwise", "balanced"}));
    app.add_option("--iterations", o.tracing.iterations,
                   "iterations of the loop that stands for the computation at each element")
        ->capture_default_str()
        ->check(CLI::Range(0, 1'000'000));
    app.add_option("--repeat", o.repeat, "number of times to trace; the printed times are medians")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    app.add_option("--png", o.png, "file for a picture: the contours in the colours of the tasks that trace them");
    app.add_option("--threads", o.threads, "run this many ranks as threads of one process")->check(CLI::Range(1, 256));
    app.add_flag("--json", o.json, "print one JSON object and nothing else");
}

contour::traced trace(const net::group& world, const options& o) {
    const images::image picture = images::image_of_rank_0(world, o.file, o.size, o.seed);
    const auto linked = contour::link_image(world, picture, o.tracing.threshold);
    const auto how = o.algorithm == "remap" ? contour::algorithm::remap : contour::algorithm::in_place;
    std::vector<double> seconds, computing_s;
    contour::traced result;
    double model_us = 0;
    contour::tracing_options tracing = o.tracing;
    for (int i = 0; i < o.repeat; ++i) {
        tracing.finds_model_time = i == 0;  // it is the same each time
        result = contour::trace(world, linked, how, tracing);
        seconds.push_back(result.seconds);
        computing_s.push_back(result.computing_s);
        model_us = std::max(model_us, result.model_us);
    }
    if (!o.png.empty()) contour::write_picture(world, linked, how, o.tracing, o.png);
    result.seconds = examples::median(seconds);
    result.computing_s = examples::median(computing_s);
    result.model_us = model_us;
    return result;
}

void print_json(const options& o, const contour::traced& result) {
    const nlohmann::ordered_json report{{"schema", "banyan.contour/1"},
                                        {"algorithm", o.algorithm},
                                        {"weights", o.weights},
                                        {"exchange", o.tracing.exchange},
                                        {"iterations", o.tracing.iterations},
                                        {"tasks", result.of_tasks.size()},
                                        {"contours", result.contours},
                                        {"elements", result.elements},
                                        {"longest", result.longest},
                                        {"elements_of_tasks", result.of_tasks},
                                        {"messages", result.messages},
                                        {"seconds", result.seconds},
                                        {"seconds_computing", result.computing_s},
                                        {"model_seconds", result.model_us * 1e-6},
                                        {"sum", examples::hex(result.sum)}};
    std::printf("%s\n", report.dump().c_str());
}

void print_text(const contour::traced& result) {
    const auto [fewest, most] = std::ranges::minmax(result.of_tasks);
    std::printf("contours %" PRIu64 ", elements %" PRIu64 ", longest %" PRIu64 "\n", result.contours, result.elements,
                result.longest);
    std::printf("elements of a task %" PRIu64 " to %" PRIu64 ", messages %" PRIu64 "\n", fewest, most, result.messages);
    std::printf("time %.6f s, computing %.6f s, on the modelled computer %.6f s\n", result.seconds, result.computing_s,
                result.model_us * 1e-6);
    std::printf("sum %s\n", examples::hex(result.sum).c_str());
}

void run(const net::group& world, const options& o) {
    const auto result = trace(world, o);
    if (world.rank().value == 0) o.json ? print_json(o, result) : print_text(result);
}

}  // namespace

int main(int argc, char** argv) {
    options o;
    CLI::App app("Traces the contours of an image that is divided among tasks.");
    declare(app, o);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return examples::refuse_arguments("contour", app, e);
    }
    o.tracing.weights = o.weights == "blocks" ? contour::weighing::by_blocks : contour::weighing::by_segments;
    // An image that cannot be read or divided is an error on every rank.
    return examples::run_on_ranks<std::invalid_argument, images::refused_image>(
        "contour", o.threads, [&o](const net::group& world, const net::rank_speeds&) { run(world, o); });
}
