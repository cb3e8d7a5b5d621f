// Messages of scattered items: every way and chunk, every kind of pieces, wrong lengths, the gather and the scatter.
#include "banyan/net/scattered_messages.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>

#include "banyan/net/collectives.hpp"
#include "libnet/base/cores.hpp"
#include "libnet/collectives/chunked_message.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/schedules/network_model.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/findings.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace scattered_messages_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr std::size_t stride = 3;

scattered_options in_way(packing way, std::size_t chunk = 0) {
    scattered_options how(limit);
    how.way = way;
    how.chunk_bytes = chunk;
    return how;
}

std::vector<scattered_options> every_way() {
    return {in_way(packing::automatic),        in_way(packing::plain),
            in_way(packing::overlapped),       in_way(packing::overlapped, 1),
            in_way(packing::overlapped, 1000), in_way(packing::overlapped, most_chunk_bytes),
            in_way(packing::automatic, 100)};
}

// Item i of the sender is at i * stride.
std::vector<double> items_of(int sender, std::size_t count) {
    std::vector<double> items(count * stride, -1);
    for (std::size_t i = 0; i < count; ++i)
        items[i * stride] = sender * 1e6 + static_cast<double>(i);
    return items;
}

const_regions every_third(const std::vector<double>& items) {
    return rows_of(items.data(), items.size() / stride, 1, stride);
}
regions every_third(std::vector<double>& items) {
    return rows_of(items.data(), items.size() / stride, 1, stride);
}

// The items for the ranks 0 .. ranks - 1, as the root of a scatter has them.
struct scattered_blocks {
    scattered_blocks(int ranks, std::size_t count) {
        for (int r = 0; r < ranks; ++r)
            items.push_back(items_of(r, count));
        for (const std::vector<double>& block : items)
            pieces.push_back(every_third(block));
    }
    std::vector<std::vector<double>> items;
    std::vector<const_regions> pieces;
};

}  // namespace

TEST_CASE("scattered: every way and length brings each item to its place") {
    const std::size_t count = GENERATE(0, 1, 2, 1000, 1024, 1025, 50'000, 300'000);
    findings found;
    on_every_transport(2, [&](group& world) {
        for (const scattered_options& how : every_way()) {
            if (how.chunk_bytes == 1 && count > 1000) continue;
            if (world.rank().value == 0) {
                send_scattered(world, rank{1}, tag{3}, every_third(items_of(0, count)), how);
            } else {
                std::vector<double> got(count * stride, -1);
                recv_scattered(world, rank{0}, tag{3}, every_third(got), limit);
                found.expect(got == items_of(0, count), "wrong items");
            }
        }
    });
    CHECK(found.first() == "");
}

TEST_CASE("scattered: pieces of any lengths and functions match each other") {
    findings found;
    run_threads(2, [&](group& world) {
        const std::vector<std::byte> whole = pattern(100'000, 7);
        for (const scattered_options& how : every_way()) {
            if (how.chunk_bytes == 1) continue;
            if (world.rank().value == 0) {
                std::vector<std::span<const std::byte>> pieces;
                for (std::size_t begin = 0, length = 0; begin < whole.size();
                     begin += length, length = length * 5 % 997 + 1)
                    pieces.push_back(std::span(whole).subspan(begin, std::min(length, whole.size() - begin)));
                send_scattered(world, rank{1}, tag{3}, const_regions(pieces), how);
                send_packed(
                    world, rank{1}, tag{3}, whole.size(),
                    [&](std::size_t first, std::span<std::byte> to) {
                        std::copy_n(whole.begin() + static_cast<std::ptrdiff_t>(first), to.size(), to.begin());
                    },
                    how);
                continue;
            }
            std::vector<std::byte> one(whole.size()), other(whole.size());
            recv_unpacked(
                world, rank{0}, tag{3}, one.size(),
                [&](std::size_t first, std::span<const std::byte> from) {
                    std::ranges::copy(from, one.begin() + static_cast<std::ptrdiff_t>(first));
                },
                limit);
            recv_scattered(world, rank{0}, tag{3}, std::span<std::byte>(other), limit);
            found.expect(one == whole && other == whole, "wrong bytes");
        }
    });
    CHECK(found.first() == "");
}

TEST_CASE("scattered: a message of another length is consumed and refused") {
    findings found;
    on_every_transport(2, [&](group& world) {
        for (const scattered_options& how : every_way()) {
            if (world.rank().value == 0) {
                for (const std::size_t sent : {3000, 5000, 4000})
                    send_scattered(world, rank{1}, tag{1}, every_third(items_of(0, sent)), how);
                continue;
            }
            std::vector<double> got(4000 * stride, -1);
            const auto receive = [&] { recv_scattered(world, rank{0}, tag{1}, every_third(got), limit); };
            found.expect(error_of(receive) == errc::invalid_argument, "shorter");
            found.expect(error_of(receive) == errc::truncated, "longer");
            receive();
            found.expect(got == items_of(0, 4000), "the next one");
        }
    });
    CHECK(found.first() == "");
}

TEST_CASE("scattered: wrong chunks, other messages and deadlines are named errors") {
    findings found;
    run_threads(2, [&](group& world) {
        std::vector<double> items = items_of(0, 10);
        if (world.rank().value == 0) {
            const auto too_long = in_way(packing::overlapped, most_chunk_bytes + 1);
            found.expect(error_of([&] {
                             send_scattered(world, rank{1}, tag{1}, every_third(std::as_const(items)), too_long);
                         }) == errc::invalid_argument,
                         "chunk");
            world.send(rank{1}, tag{2}, 1.0, limit);
            world.send(rank{1}, tag{2}, std::vector<std::byte>(100, std::byte{0xff}), limit);
            (void)world.recv<int>(rank{1}, tag{3}, limit);
            return;
        }
        const auto receive = [&](deadline until) { recv_scattered(world, rank{0}, tag{2}, every_third(items), until); };
        found.expect(error_of([&] { receive(limit); }) == errc::invalid_argument, "8 bytes");
        found.expect(error_of([&] { receive(limit); }) == errc::invalid_argument, "no header");
        found.expect(error_of([&] { receive(std::chrono::milliseconds(1)); }) == errc::timeout, "deadline");
        world.send(rank{0}, tag{3}, 1, limit);
    });
    CHECK(found.first() == "");
}

TEST_CASE("scattered: the sender overlaps where the network is slow and copying is slower") {
    if (detail::usable_cores() < 2) {
        WARN("not tested: no core is free to send while another one packs");
        return;
    }
    findings found;
    run_threads(2, [&](group& world) {
        network_model model;
        model.inside_host = {1e-6, 1e-7, 1e-9};
        detail::group_state::of(world).network.set(std::make_shared<const network_model>(model));
        if (world.rank().value == 0) {
            const auto slowly = [](std::size_t, std::span<std::byte>) {
                const deadline until(std::chrono::microseconds(50));
                while (!until.passed())
                    continue;
            };
            send_packed(world, rank{1}, tag{1}, 200'000, slowly, limit);
            return;
        }
        const group_message first = world.recv(rank{0}, tag{1}, limit);
        found.expect(first.payload.size() < 200'000, "one message");
        std::size_t bytes = first.payload.size() - chunk_header_bytes;
        while (bytes < 200'000)
            bytes += world.recv(rank{0}, tag{1}, limit).payload.size();
        found.expect(bytes == 200'000, "the length");
    });
    CHECK(found.first() == "");
}

TEST_CASE("scattered: a gather brings the items of all ranks to the root") {
    const int size = GENERATE(1, 2, 3, 6);
    findings found;
    on_every_transport(size, [&](group& world) {
        const int me = world.rank().value;
        for (const rank root : {rank{0}, rank{size - 1}})
            for (const std::size_t longest : {0, 10, 5000, 40'000})
                for (const scattered_options& how : every_way()) {
                    const auto count = [&](int r) { return longest * static_cast<std::size_t>(r + 1) / 2; };
                    const std::vector<double> mine = items_of(me, count(me));
                    if (world.rank() != root) {
                        gather_scattered(world, root, tag{4}, every_third(mine), {}, how);
                        continue;
                    }
                    std::vector<std::vector<double>> got;
                    for (int r = 0; r < size; ++r)
                        got.emplace_back(count(r) * stride, -1);
                    std::vector<regions> places;
                    for (auto& items : got)
                        places.push_back(every_third(items));
                    gather_scattered(world, root, tag{4}, every_third(mine), places, how);
                    for (int r = 0; r < size; ++r)
                        found.expect(got[static_cast<std::size_t>(r)] == items_of(r, count(r)), "wrong items");
                }
    });
    CHECK(found.first() == "");
}

TEST_CASE("scattered: messages without blocking proceed side by side, in both directions") {
    const std::size_t count = GENERATE(0, 1000, 50'000);
    findings found;
    on_every_transport(3, [&](group& world) {
        const int me = world.rank().value;
        const rank next{(me + 1) % 3}, before{(me + 2) % 3};
        const std::vector<double> mine = items_of(me, count);
        std::vector<double> from_next(count * stride, -1), from_before(count * stride, -1);
        std::vector<collective_request> all;
        all.push_back(async_recv_scattered(world, next, tag{3}, every_third(from_next), limit));
        all.push_back(async_recv_scattered(world, before, tag{3}, every_third(from_before), limit));
        for (const rank other : {next, before})
            all.push_back(async_send_scattered(world, other, tag{3}, every_third(mine), in_way(packing::overlapped)));
        barrier(world, limit);  // the collectives of the group do not wait for them
        for (collective_request& one : all)
            one.wait(limit);
        found.expect(all.front().test(), "a request that was waited for is not done");
        found.expect(from_next == items_of(next.value, count), "wrong items of the next rank");
        found.expect(from_before == items_of(before.value, count), "wrong items of the rank before");
    });
    CHECK(found.first() == "");
}

TEST_CASE("scattered: functions and a gather without blocking, whose wait throws their errors") {
    constexpr std::size_t count = 5'000;
    findings found;
    run_threads(3, [&](group& world) {
        const std::vector<double> mine = items_of(world.rank().value, count);
        std::vector<std::vector<double>> all(3, std::vector<double>(count * stride, -1));
        {
            std::vector<regions> places;
            for (auto& items : all)
                places.push_back(every_third(items));
            async_gather_scattered(world, rank{0}, tag{3}, every_third(mine), places, limit).wait();
        }
        for (int r = 0; r < 3 && world.rank().value == 0; ++r)
            found.expect(all[static_cast<std::size_t>(r)] == items_of(r, count), "wrong gathered items");
        if (world.rank().value == 1)
            async_send_packed(world, rank{2}, tag{4}, 8, [](std::size_t, std::span<std::byte> to) {
                std::ranges::fill(to, std::byte{9});
            }).wait(limit);
        std::byte got{};
        if (world.rank().value == 2)
            async_recv_unpacked(world, rank{1}, tag{4}, 8, [&](std::size_t, std::span<const std::byte> from) {
                got = from.front();
            }).wait(limit);
        found.expect(world.rank().value != 2 || got == std::byte{9}, "wrong unpacked bytes");
        collective_request wrong = async_send_scattered(world, rank{0}, tag{5}, every_third(mine),
                                                        in_way(packing::overlapped, most_chunk_bytes + 1));
        found.expect(error_of([&] { wrong.wait(limit); }) == errc::invalid_argument, "wait does not throw the error");
    });
    CHECK(found.first() == "");
}

TEST_CASE("scattered: a scatter brings each rank its items, in every way and number of groups") {
    const int size = GENERATE(1, 2, 3, 7);
    findings found;
    on_every_transport(size, [&](group& world) {
        const int me = world.rank().value;
        std::vector<scattered_options> ways{in_way(packing::automatic), in_way(packing::plain)};
        for (const int groups : {0, 1, 2, 3, 100}) {
            ways.push_back(in_way(packing::overlapped));
            ways.back().groups = groups;
        }
        for (const rank root : {rank{0}, rank{size - 1}})
            for (const std::size_t count : {0, 10, 5000})
                for (const scattered_options& how : ways) {
                    const scattered_blocks blocks(me == root.value ? size : 0, count);
                    std::vector<double> got(count * stride, -1);
                    scatter_scattered(world, root, tag{6}, blocks.pieces, every_third(got), how);
                    found.expect(got == items_of(me, count), "wrong items");
                }
    });
    CHECK(found.first() == "");
}

TEST_CASE("scattered: in groups, the root sends a leader the complete messages of its group") {
    constexpr std::size_t count = 100, message_bytes = chunk_header_bytes + count * sizeof(double);
    findings found;
    run_threads(5, [&](group& world) {
        const int me = world.rank().value;
        if (me == 1) {  // the leader of ranks 1 and 2
            const group_message both = world.recv(rank{0}, tag{6}, limit);
            found.expect(both.payload.size() == 2 * message_bytes, "another length");
            if (both.payload.size() != 2 * message_bytes) return;
            world.send(rank{2}, tag{6}, std::span<const std::byte>(both.payload).subspan(message_bytes), limit);
            return;
        }
        scattered_options how = in_way(packing::overlapped);
        how.groups = 2;
        const scattered_blocks blocks(me == 0 ? 5 : 0, count);
        std::vector<double> got(count * stride, -1);
        scatter_scattered(world, rank{0}, tag{6}, blocks.pieces, every_third(got), how);
        found.expect(got == items_of(me, count), "wrong items");
    });
    CHECK(found.first() == "");
}

TEST_CASE("scattered: a scatter refuses wrong pieces, roots and groups, and runs without blocking") {
    constexpr std::size_t count = 1000;
    findings found;
    run_threads(3, [&](group& world) {
        const int me = world.rank().value;
        std::vector<double> got(count * stride, -1);
        const auto scatter = [&](const std::vector<const_regions>& pieces, int root, int groups) {
            scattered_options how = in_way(packing::overlapped);
            how.groups = groups;
            scatter_scattered(world, rank{root}, tag{6}, pieces, every_third(got), how);
        };
        const scattered_blocks blocks(3, count), longer(3, count + 1);
        found.expect(error_of([&] { scatter(blocks.pieces, 3, 0); }) == errc::invalid_argument, "the root");
        found.expect(error_of([&] { scatter(blocks.pieces, 0, -1); }) == errc::invalid_argument, "the groups");
        if (me == 0) {
            found.expect(error_of([&] { scatter({}, 0, 0); }) == errc::invalid_argument, "no pieces");
            found.expect(error_of([&] { scatter(longer.pieces, 0, 0); }) == errc::invalid_argument, "the lengths");
        }
        for (const packing way : {packing::automatic, packing::plain, packing::overlapped}) {
            std::ranges::fill(got, -1);
            async_scatter_scattered(world, rank{1}, tag{6}, blocks.pieces, every_third(got), in_way(way)).wait(limit);
            found.expect(got == items_of(me, count), "wrong items");
        }
    });
    CHECK(found.first() == "");
}

TEST_CASE("scattered: the chunks of a layout cover the message, and two neighbours are at different places") {
    const std::size_t total = GENERATE(1, 2, 9, 100, 101), first = GENERATE(1, 2, 7, 50, 100);
    const std::size_t each = GENERATE(1, 2, 7, 100);
    const chunk_layout layout{total, first, each};
    CAPTURE(total, first, each);
    if (!layout.is_valid()) {
        const bool later_are_longer = each > first && first < total && (total - first + each - 1) / each > 1;
        CHECK((first > total || later_are_longer));
        return;
    }
    std::size_t covered = 0;
    for (std::size_t i = 0; i < layout.count(); ++i) {
        CHECK(layout.begin(i) == covered);
        CHECK(layout.length(i) > 0);
        covered += layout.length(i);
        CHECK(layout.place(i) + layout.length(i) <= total);
        if (i > 0 && layout.place(i) == 0) CHECK(layout.length(i) <= layout.place(i - 1));
        if (i > 0 && layout.place(i) > 0) CHECK(layout.place(i) >= layout.length(i - 1));
    }
    CHECK(covered == total);
}

}  // namespace scattered_messages_test
