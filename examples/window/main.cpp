// A window operation on an image that is divided among tasks: median filter or edge detector.
//
//   window --size 1024 --threads 4 --filter median --radius 3     a generated picture, four ranks as threads
//   banyan run -n 4 -- window --image picture.png --filter sobel  four tasks of a virtual machine
//   window --threads 4 --way border_apart --repeat 100            one of the ways to exchange the border; all: each
//
// The checksum that rank 0 prints is the same for all ways, methods and numbers of tasks.
#include <CLI/CLI.hpp>
#include <cinttypes>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "banyan/net/collectives.hpp"
#include "banyan/net/group.hpp"
#include "banyan/net/operations.hpp"
#include "banyan/part/error.hpp"
#include "examples/hex_text.hpp"
#include "examples/images/image_of_rank_0.hpp"
#include "examples/images/png_file.hpp"
#include "examples/refused_arguments.hpp"
#include "examples/run_on_ranks.hpp"
#include "examples/run_times.hpp"
#include "examples/window/border_choice.hpp"
#include "examples/window/border_measurement.hpp"
#include "examples/window/filters.hpp"

namespace {

namespace grid = banyan::grid;
namespace net = banyan::net;

struct options {
    std::string file;
    std::int64_t size = 256;
    std::uint32_t seed = 1;
    std::string filter = "median";
    int radius = 1;
    std::string way = "auto";
    std::string method = "best";
    int repeat = 10;
    double seconds = 0;
    int threads = 0;
    std::string png;
    bool json = false;
};

struct report {
    std::string way;
    grid::border_counts counts;                            // of rank 0, in one exchange
    double exchange_s = 0, predicted_s = 0, filter_s = 0;  // of the slowest rank
    std::uint64_t checksum = 0;
};

void declare(CLI::App& app, options& o) {
    auto* size = app.add_option("--size", o.size, "rows and columns of a generated picture")
                     ->capture_default_str()
                     ->check(CLI::Range(std::int64_t{1}, std::int64_t{16384}));
    app.add_option("--image", o.file, "PNG or PGM file, read by rank 0")->excludes(size);
    app.add_option("--seed", o.seed, "seed of the generated picture")->capture_default_str();
    app.add_option("--filter", o.filter,
                   "median: that of the window; sobel: the gradient of 3 x 3 pixels; none: only the exchange")
        ->capture_default_str()
        ->check(CLI::IsMember({"median", "sobel", "none"}));
    app.add_option("--radius", o.radius, "radius of the window: 1 is 3 x 3 pixels, 7 is 15 x 15")
        ->capture_default_str()
        ->check(CLI::Range(1, 64));
    app.add_option("--way", o.way,
                   "way to exchange the border; auto: measures the network and takes the cheapest; all: one after the "
                   "other")
        ->capture_default_str()
        ->check(CLI::IsMember({"auto", "all", "single_items", "packed", "runs", "border_apart", "regions"}));
    app.add_option("--method", o.method, "partitioning method (see banyan partition)")->capture_default_str();
    app.add_option("--repeat", o.repeat, "number of times to exchange the border; the printed time is the median")
        ->capture_default_str()
        ->check(CLI::Range(1, 100'000));
    app.add_option("--seconds", o.seconds,
                   "end the exchanges of a way after this time in seconds, but not before 3 exchanges")
        ->check(CLI::Range(0.001, 3600.0));
    app.add_option("--threads", o.threads, "run this many ranks as threads of one process")->check(CLI::Range(1, 256));
    app.add_option("--png", o.png, "file for the result");
    app.add_flag("--json", o.json, "print one JSON object and nothing else");
}

window::filter filter_named(const std::string& name) {
    if (name == "none") return window::filter::none;
    return name == "sobel" ? window::filter::sobel : window::filter::median;
}

// The median over the exchanges of the time of the slowest rank. limit_s = 0: no limit.
double exchange_seconds(const net::group& world, window::distributed_image& image, int repeat, double limit_s) {
    constexpr std::size_t least = 3;
    const auto start = std::chrono::steady_clock::now();
    std::vector<double> seconds;
    for (int i = 0; i < repeat; ++i) {
        net::barrier(world);
        const auto begin = std::chrono::steady_clock::now();
        image.exchange();
        seconds.push_back(examples::seconds_since(begin));
        if (limit_s > 0 && seconds.size() >= least &&
            net::allreduce_value(world, examples::seconds_since(start), net::op::max()) > limit_s)
            break;  // on all ranks
    }
    net::allreduce(world, seconds, net::op::max());
    return examples::median(std::move(seconds));
}

std::uint64_t checksum_of(const images::image& result) {
    std::uint64_t sum = 0;
    for (const std::uint8_t pixel : result.grey)
        sum = sum * 1099511628211 + pixel + 1;
    return sum;
}

report run_way(const net::group& world, const options& o, window::distributed_image image,
               const grid::border_times& times) {
    report result;
    const auto way = image.storage().way();
    result.way = grid::name_of(way);
    result.counts = grid::count_border(image.layout(), way);
    result.predicted_s = net::allreduce_value(world, grid::border_seconds(result.counts, way, times), net::op::max());
    result.exchange_s = exchange_seconds(world, image, o.repeat, o.seconds);
    const auto begin = std::chrono::steady_clock::now();
    const auto own = window::apply(image, filter_named(o.filter));
    result.filter_s = net::allreduce_value(world, examples::seconds_since(begin), net::op::max());
    const auto whole = window::collect(world, image, own);
    result.checksum = checksum_of(whole);
    if (world.rank().value == 0 && !o.png.empty())
        images::write_png(o.png, whole.grey, whole.rows, whole.cols, images::pixel_kind::grey);
    return result;
}

// A report for each way.
std::vector<report> run(const net::group& world, const options& o, const net::rank_speeds& speeds) {
    const images::image picture = images::image_of_rank_0(world, o.file, o.size, o.seed);
    const auto times = window::measure_border_times(world);
    const auto distributed = [&](grid::border_way way) {
        return window::distribute(world, picture,
                                  {.method = o.method, .speeds = speeds.values, .radius = o.radius, .way = way});
    };
    std::vector<report> reports;
    if (o.way == "all") {
        for (const grid::border_way way : grid::border_ways())
            reports.push_back(run_way(world, o, distributed(way), times));
    } else if (o.way == "auto") {
        const auto way = window::cheapest_way(world, distributed(grid::border_way::regions).layout(), times);
        reports.push_back(run_way(world, o, distributed(way), times));
    } else {
        reports.push_back(run_way(world, o, distributed(grid::border_way_named(o.way)), times));
    }
    return reports;
}

nlohmann::ordered_json json_of(const report& result) {
    return {{"way", result.way},
            {"messages", result.counts.messages},
            {"items", result.counts.items},
            {"copied", result.counts.copied},
            {"regions", result.counts.regions},
            {"seconds_exchange", result.exchange_s},
            {"seconds_predicted", result.predicted_s},
            {"seconds_filter", result.filter_s},
            {"checksum", examples::hex(result.checksum)}};
}

// With --way all the reports are an array; a single one is in the object itself.
void print_json(const options& o, int tasks, const std::vector<report>& reports) {
    nlohmann::ordered_json object{
        {"schema", "banyan.window/1"}, {"filter", o.filter}, {"radius", o.radius}, {"tasks", tasks}};
    if (o.way != "all") {
        object.update(json_of(reports.front()));
    } else {
        object["ways"] = nlohmann::ordered_json::array();
        for (const report& result : reports)
            object["ways"].push_back(json_of(result));
    }
    std::printf("%s\n", object.dump().c_str());
}

void print(const options& o, int tasks, const report& result) {
    std::printf("%s, window %d x %d, %d tasks, border by %s\n", o.filter.c_str(), 2 * o.radius + 1, 2 * o.radius + 1,
                tasks, result.way.c_str());
    std::printf("rank 0 sends %" PRId64 " messages with %" PRId64 " pixels, copies %" PRId64 "\n",
                result.counts.messages, result.counts.items, result.counts.copied);
    std::printf("exchange %.6f s (predicted %.6f s), filter %.6f s\n", result.exchange_s, result.predicted_s,
                result.filter_s);
    std::printf("checksum %s\n", examples::hex(result.checksum).c_str());
}

void run_and_print(const net::group& world, const options& o, const net::rank_speeds& speeds) {
    const std::vector<report> reports = run(world, o, speeds);
    if (world.rank().value != 0) return;
    if (o.json) return print_json(o, world.size(), reports);
    for (const report& result : reports)
        print(o, world.size(), result);
}

}  // namespace

int main(int argc, char** argv) {
    options o;
    CLI::App app("A window operation on an image that is divided among tasks.");
    declare(app, o);
    try {
        app.parse(argc, argv);
        if (o.filter == "sobel" && o.radius != 1)
            throw CLI::ValidationError("--radius", std::to_string(o.radius) + ", allowed with --filter sobel: 1");
    } catch (const CLI::ParseError& e) {
        return examples::refuse_arguments("window", app, e);
    }
    // A wrong method and an image that cannot be read are errors on every rank.
    return examples::run_on_ranks<banyan::part::error, images::refused_image>(
        "window", o.threads,
        [&o](const net::group& world, const net::rank_speeds& speeds) { run_and_print(world, o, speeds); });
}
