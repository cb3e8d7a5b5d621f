// From the image of rank 0 to the contour segments of each task.
#include <string>
#include <utility>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/net/collectives.hpp"
#include "examples/contour/edge_detector.hpp"
#include "examples/contour/tracing.hpp"

namespace contour {
namespace {

namespace net = banyan::net;
namespace part = banyan::part;

// Whether a pixel is marked depends on the 8 around it, and the successor of an element on the marks of the 8 around
// its pixel: 2 pixels in all directions.
constexpr int reach = 2;

part::stencil square_window() {
    std::vector<part::direction> directions;
    for (int down = -reach; down <= reach; ++down)
        for (int across = -reach; across <= reach; ++across)
            if (down != 0 || across != 0)
                directions.push_back({std::to_string(down) + "," + std::to_string(across), down, across});
    return {"window 5 x 5", directions};
}

part::partition blocks_of(const task_mesh& mesh) {
    std::vector<part::block> blocks;
    for (int task = 0; task < mesh.tasks(); ++task) {
        const block own = mesh.of(task);
        blocks.push_back({task, own.row, own.col, own.rows, own.cols});
    }
    return part::partition::from_rectangles(part::grid(mesh.rows(), mesh.cols(), part::periodic::none), mesh.tasks(),
                                            std::move(blocks));
}

// The marks of the block and of one pixel around it.
class marked_pixels {
  public:
    marked_pixels(const task_mesh& mesh, const block& own, int threshold, const brightness& at)
        : mesh_(mesh), own_(own), marks_(static_cast<std::size_t>((own.rows + 2) * (own.cols + 2))) {
        for (std::int64_t r = own.row - 1; r <= own.row + own.rows; ++r)
            for (std::int64_t c = own.col - 1; c <= own.col + own.cols; ++c)
                if (is_inside(r, c)) marks_[index(r, c)] = is_edge(r, c, mesh.rows(), mesh.cols(), threshold, at);
    }
    [[nodiscard]] bool operator()(std::int64_t row, std::int64_t col) const {
        return is_inside(row, col) && marks_[index(row, col)] != 0;
    }

  private:
    [[nodiscard]] bool is_inside(std::int64_t row, std::int64_t col) const {
        return row >= 0 && col >= 0 && row < mesh_.rows() && col < mesh_.cols();
    }
    [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t col) const {
        return static_cast<std::size_t>((row - own_.row + 1) * (own_.cols + 2) + col - own_.col + 1);
    }
    const task_mesh& mesh_;
    block own_;
    std::vector<std::uint8_t> marks_;
};

}  // namespace

linked_image link_image(const net::group& world, const images::image& of_root, int threshold) {
    std::int64_t size[2] = {of_root.rows, of_root.cols};
    net::broadcast(world, size);
    linked_image result{task_mesh(size[0], size[1], world.size()), {}, {}};
    const task_mesh& mesh = result.mesh;
    banyan::grid::distributed_array<std::uint8_t> pixels(world, blocks_of(mesh), square_window());
    pixels.scatter(of_root.grey);
    pixels.exchange();
    const brightness at = [&pixels](std::int64_t r, std::int64_t c) { return pixels(r, c); };
    const block own = mesh.of(world.rank().value);
    const marked_pixels marked(mesh, own, threshold, at);
    result.segments = link_segments(own, mesh.cols(), marked);
    std::vector<segment_ends> open;
    for (const auto& s : result.segments)
        if (!s.begins) open.push_back(ends_of(s));
    cut_contours(result.segments, net::allgather_varying(world, open).items);
    for (const auto& s : result.segments) {
        auto& packed = result.packed.emplace_back();
        for (const element_id id : s.elements) {
            const element e = element_of(id, mesh.cols());
            packed.push_back(pack(id, pixels(e.row, e.col)));
        }
    }
    return result;
}

}  // namespace contour
