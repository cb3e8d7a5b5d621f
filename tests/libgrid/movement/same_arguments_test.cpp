// Ranks that give different arguments to one collective call of libgrid: in debug mode all get one line that names
// them.
#include <catch2/catch.hpp>
#include <functional>

#include "banyan/grid/distributed_box_array.hpp"
#include "banyan/grid/permutation.hpp"
#include "banyan/grid/replicated_array.hpp"
#include "banyan/grid/sample_sort.hpp"
#include "banyan/grid/transpose.hpp"
#include "banyan/grid/window_array.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/box_methods.hpp"
#include "banyan/part/methods.hpp"

namespace same_arguments_test {

using namespace banyan::grid;
namespace net = banyan::net;
namespace part = banyan::part;

namespace {

constexpr auto limit = std::chrono::seconds(30);

// What all ranks say if rank 1 makes the second call and the others the first one.
std::string line_of(const std::function<void(net::group&)>& first, const std::function<void(net::group&)>& second) {
    net::mailbox_options options;
    options.check_collectives = true;
    std::vector<std::string> lines(3, "no error");
    net::run_threads(
        3,
        [&](net::group& world) {
            const auto me = static_cast<std::size_t>(world.rank().value);
            try {
                me == 1 ? second(world) : first(world);
            } catch (const net::error& e) {
                lines[me] = e.which() == net::errc::collective_mismatch ? e.what() : std::string("other: ") + e.what();
            }
            net::barrier(world, limit);  // until all have their line
        },
        net::transport_kind::in_process, options);
    return lines[0] == lines[1] && lines[1] == lines[2] ? lines[0] : lines[0] + " / " + lines[1] + " / " + lines[2];
}

part::partition strips(std::int64_t rows, std::int64_t cols, const char* method = "row") {
    return part::make_partition(method, part::grid(rows, cols), part::speeds({1, 1, 1}));
}

using call = std::function<void(net::group&)>;

call make_array(std::int64_t rows, const char* method = "row", const char* stencil = "5") {
    return [=](net::group& world) {
        (void)distributed_array<int>(world, strips(rows, 9, method), part::stencil::parse(stencil), 0, limit);
    };
}

call gather_array(int root) {
    return [=](net::group& world) {
        const distributed_array<int> a(world, strips(6, 9), part::stencil::named("5"), 0, limit);
        (void)a.gather(net::rank{root}, limit);
    };
}

call transpose_to(const char* method) {
    return [=](net::group& world) {
        const distributed_array<int> a(world, strips(6, 9), part::stencil::named("5"), 0, limit);
        const auto to =
            std::make_shared<const halo_layout>(strips(9, 6, method), world.rank().value, part::stencil::named("5"));
        (void)transposed(world, a, to, 0, limit);
    };
}

call make_box(std::int64_t side, int depth = 1) {
    return [=](net::group& world) {
        const part::box_partition parts(
            part::grid_3d({side, 2, 2}),
            {{0, {0, 0, 0}, {1, 2, 2}}, {1, {1, 0, 0}, {1, 2, 2}}, {2, {2, 0, 0}, {side - 2, 2, 2}}});
        const auto layout =
            std::make_shared<const box_halo_layout>(parts, world.rank().value, part::box_stencil::seven_points, depth);
        (void)distributed_box_array<int>(world, layout, 0, limit);
    };
}

call make_window(int radius, border_way way) {
    return [=](net::group& world) { (void)window_array<int>(world, strips(30, 9), radius, way, 0, limit); };
}

call replicate(std::int64_t items) {
    return [=](net::group& world) { (void)replicated_array<int>(world, items, 0, limit); };
}

call sort_items(bool balanced) {
    return [=](net::group& world) {
        const std::vector<int> mine(5, 3);
        (void)sorted(world, mine, std::less<>(), std::identity(), {.balanced = balanced, .how = limit});
    };
}

call move_by(const index_shuffle& shuffle) {
    return [=](net::group& world) {
        const auto blocks = item_layout::blocked(9, 3);
        (void)moved(world, std::vector<int>(3), item_move(blocks, blocks, world.rank().value, shuffle), limit);
    };
}

call permute_to(std::int64_t run) {
    return [=](net::group& world) {
        const std::vector<std::int64_t> indices{3 * world.rank().value, 3 * world.rank().value + 1,
                                                3 * world.rank().value + 2};
        (void)permute(world, std::vector<int>(3), indices, item_layout::block_cyclic(9, 3, run), limit);
    };
}

std::string told(const std::string& name, const std::string& second, const std::string& first) {
    return "rank 1 called " + name + " with " + second + " where rank 0 called it with " + first +
           "; allowed: the same on all ranks";
}

}  // namespace

TEST_CASE("same arguments: arrays with other grids, roots, ways and sizes", "[mismatch]") {
    CHECK(line_of(make_array(6), make_array(7)) == told("distributed_array", "rows 7", "rows 6"));
    CHECK(line_of(make_array(6, "row", "systolic"), make_array(6, "row", "wavefront")) ==
          told("distributed_array", "stencil 0,1;1,0", "stencil 0,1"));
    CHECK(line_of(make_array(6, "row", "systolic"), make_array(6, "row", "0,1")) == "no error");
    CHECK(line_of(gather_array(0), gather_array(2)) == told("distributed_array::gather", "root 2", "root 0"));
    CHECK(line_of(make_box(3), make_box(4)) == told("distributed_box_array", "planes 4", "planes 3"));
    CHECK(line_of(make_box(3, 1), make_box(3, 2)) == told("distributed_box_array", "halo depth 2", "halo depth 1"));
    CHECK(line_of(make_window(1, border_way::runs), make_window(2, border_way::runs)) ==
          told("window_array", "halo depth 2", "halo depth 1"));
    CHECK(line_of(make_window(1, border_way::runs), make_window(1, border_way::packed)) ==
          told("window_array", "way packed", "way runs"));
    CHECK(line_of(replicate(4), replicate(5)) == told("replicated_array", "bytes 20", "bytes 16"));
}

TEST_CASE("same arguments: digests tell partitions and shuffles apart", "[mismatch]") {
    const auto begins_as = [](const std::string& line, const std::string& begin) {
        return line.substr(0, begin.size()) == begin ? begin : line;
    };
    const auto expect_digest = [&](const std::string& line, const std::string& name, const std::string& what) {
        const std::string begin = "rank 1 called " + name + " with " + what + " ";
        CHECK(begins_as(line, begin) == begin);
    };
    expect_digest(line_of(make_array(9), make_array(9, "column")), "distributed_array", "partition digest");
    expect_digest(line_of(transpose_to("row"), transpose_to("column")), "distributed_array", "partition digest");
    expect_digest(line_of(move_by(perfect_shuffle(9)), move_by(inverse(perfect_shuffle(9)))), "moved", "plan digest");
}

TEST_CASE("same arguments: permutations and sorts", "[mismatch]") {
    CHECK(line_of(permute_to(1), permute_to(2)) == told("permute", "runs of 2", "runs of 1"));
    CHECK(line_of(sort_items(true), sort_items(false)) == told("sorted", "balanced 0", "balanced 1"));
    CHECK(line_of(sort_items(true), permute_to(2)) == "rank 1 called permute where rank 0 called sorted");
    CHECK(line_of(permute_to(2), permute_to(2)) == "no error");
    CHECK(line_of(move_by(no_shuffle()), move_by(no_shuffle())) == "no error");
}

}  // namespace same_arguments_test
