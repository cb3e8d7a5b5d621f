#include "examples/window/filters.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/part/methods.hpp"

namespace window {
namespace {

namespace grid = banyan::grid;
namespace net = banyan::net;
namespace part = banyan::part;

// The pixels around one pixel; the outermost pixels of the image continue beyond its edges.
class window_view {
  public:
    window_view(const distributed_image& image, std::int64_t row, std::int64_t col)
        : image_(image), domain_(image.layout().parts().domain()), row_(row), col_(col) {}
    [[nodiscard]] int operator()(std::int64_t down, std::int64_t across) const {
        return image_(std::clamp<std::int64_t>(row_ + down, 0, domain_.rows() - 1),
                      std::clamp<std::int64_t>(col_ + across, 0, domain_.cols() - 1));
    }

  private:
    const distributed_image& image_;
    const part::grid& domain_;
    std::int64_t row_, col_;
};

std::uint8_t median(const window_view& at, int radius, std::vector<std::uint8_t>& pixels) {
    pixels.clear();
    for (int down = -radius; down <= radius; ++down)
        for (int across = -radius; across <= radius; ++across)
            pixels.push_back(static_cast<std::uint8_t>(at(down, across)));
    const auto middle = pixels.begin() + static_cast<std::ptrdiff_t>(pixels.size() / 2);
    std::ranges::nth_element(pixels, middle);
    return *middle;
}

std::uint8_t gradient(const window_view& at) {
    const int horizontal = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
    const int vertical = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
    return static_cast<std::uint8_t>(std::min(255, std::abs(horizontal) + std::abs(vertical)));
}

}  // namespace

distributed_image distribute(const net::group& world, const images::image& of_root, const division& how) {
    std::int64_t size[2] = {of_root.rows, of_root.cols};
    net::broadcast(world, size);
    const part::grid domain(size[0], size[1], part::periodic::none);
    const auto speeds = how.speeds.empty() ? part::speeds::equal(world.size()) : part::speeds(how.speeds);
    const auto parts = part::make_partition(how.method, domain, speeds);
    distributed_image image(world, parts, how.radius, how.way);
    grid::distributed_array<std::uint8_t> plain(world, parts, part::stencil::named("5"));
    plain.scatter(of_root.grey);
    for (const auto& own : image.layout().owned())
        for (std::int64_t r = own.row; r < own.row + own.rows; ++r)
            for (std::int64_t c = own.col; c < own.col + own.cols; ++c)
                image(r, c) = plain(r, c);
    return image;
}

std::vector<std::uint8_t> apply(const distributed_image& image, filter what) {
    std::vector<std::uint8_t> result, pixels;
    const int radius = image.layout().depth();
    for (const auto& own : image.layout().owned()) {
        for (std::int64_t r = own.row; r < own.row + own.rows; ++r) {
            for (std::int64_t c = own.col; c < own.col + own.cols; ++c) {
                const window_view at(image, r, c);
                if (what == filter::none) result.push_back(image(r, c));
                if (what == filter::sobel) result.push_back(gradient(at));
                if (what == filter::median) result.push_back(median(at, radius, pixels));
            }
        }
    }
    return result;
}

images::image collect(const net::group& world, const distributed_image& image, const std::vector<std::uint8_t>& own) {
    const auto& parts = image.layout().parts();
    grid::distributed_array<std::uint8_t> plain(world, parts, part::stencil::named("5"));
    std::size_t next = 0;
    for (const auto& area : plain.layout().owned())
        for (std::int64_t r = area.row; r < area.row + area.rows; ++r)
            for (std::int64_t c = area.col; c < area.col + area.cols; ++c)
                plain(r, c) = own[next++];
    return {parts.domain().rows(), parts.domain().cols(), plain.gather()};
}

}  // namespace window
