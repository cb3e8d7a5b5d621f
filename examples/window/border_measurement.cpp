#include "examples/window/border_measurement.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "examples/run_times.hpp"

namespace window {
namespace {

namespace net = banyan::net;

constexpr net::tag measuring{20};
constexpr std::size_t long_bytes = 16384;
constexpr std::size_t pieces = 128;  // of a message of scattered items
constexpr int rounds = 40;

// The median time of `round`.
double median_seconds(const std::function<void()>& round) {
    std::vector<double> seconds;
    for (int i = 0; i < rounds; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        round();
        seconds.push_back(examples::seconds_since(begin));
    }
    return examples::median(std::move(seconds));
}

// Half a round trip between ranks 0 and 1.
double one_way_seconds(const net::group& world, const net::regions& into) {
    const net::rank other{1 - world.rank().value};
    std::vector<std::span<const std::byte>> list;
    for (std::size_t i = 0; i < into.count(); ++i)
        list.emplace_back(into[i]);
    const net::const_regions out(list);
    return median_seconds([&] {
               if (world.rank().value == 0) world.send(other, measuring, out);
               world.recv(other, measuring, into);
               if (world.rank().value == 1) world.send(other, measuring, out);
           }) /
           2;
}

double copy_seconds(std::vector<std::byte>& memory) {
    std::vector<std::byte> packed(long_bytes);
    volatile std::byte seen{};
    return median_seconds([&] {
        for (std::size_t i = 0; i < pieces; ++i)
            std::copy_n(memory.begin() + static_cast<std::ptrdiff_t>(i * 2 * long_bytes / pieces), long_bytes / pieces,
                        packed.begin() + static_cast<std::ptrdiff_t>(i * long_bytes / pieces));
        seen = packed[long_bytes / 2];
    });
}

}  // namespace

banyan::grid::border_times measure_border_times(const net::group& world) {
    banyan::grid::border_times times;
    if (world.size() == 1) return times;
    if (world.rank().value < 2) {
        std::vector<std::byte> memory(2 * long_bytes);
        const double one_s = one_way_seconds(world, net::regions(std::span(memory).first(1)));
        const double long_s = one_way_seconds(world, net::regions(std::span(memory).first(long_bytes)));
        constexpr std::size_t piece_bytes = long_bytes / pieces;
        const double scattered_s =
            one_way_seconds(world, net::regions(memory.data(), pieces, piece_bytes, 2 * piece_bytes));
        times.message_s = times.item_message_s = one_s;
        times.item_s = std::max(0.0, long_s - one_s) / static_cast<double>(long_bytes);
        times.copy_s = copy_seconds(memory) / static_cast<double>(long_bytes);
        times.region_s = std::max(0.0, scattered_s - long_s) / static_cast<double>(2 * pieces);
    }
    net::broadcast(world, times);
    return times;
}

}  // namespace window
