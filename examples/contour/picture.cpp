#include "examples/contour/picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "examples/images/png_file.hpp"

namespace contour {
namespace {

namespace net = banyan::net;
using colour = std::array<std::uint8_t, 3>;

// Neighbouring numbers get hues that are far apart: each is a golden section further around the circle.
colour colour_of(std::uint64_t task) {
    const double turn = std::fmod(static_cast<double>(task) * 0.6180339887, 1.0) * 6;
    const auto part = [turn](double middle) {
        const double distance = std::min(std::abs(turn - middle), 6 - std::abs(turn - middle));
        return static_cast<std::uint8_t>(40 + 190 * std::clamp(2 - distance, 0.0, 1.0));
    };
    return {part(0), part(2), part(4)};
}

// Pairs of element and task.
std::vector<std::uint64_t> own_elements(const net::group& world, const linked_image& linked, algorithm how,
                                        const tracing_options& o) {
    std::vector<label> labels(linked.segments.size(), {static_cast<std::uint64_t>(world.rank().value), 0});
    model_clock unused(o.model, false);
    int messages = 0;
    if (how == algorithm::remap)
        labels = label_segments(world, linked.mesh, linked.segments, o.weights, unused, messages);
    std::vector<std::uint64_t> pairs;
    for (std::size_t i = 0; i < labels.size(); ++i)
        for (const element_id id : linked.segments[i].elements)
            pairs.insert(pairs.end(), {id, labels[i].target});
    return pairs;
}

}  // namespace

void write_picture(const net::group& world, const linked_image& linked, algorithm how, const tracing_options& o,
                   const std::string& file) {
    const auto all = net::gather_varying(world, own_elements(world, linked, how, o)).items;
    if (world.rank().value != 0) return;
    const auto pixels = static_cast<std::size_t>(linked.mesh.rows() * linked.mesh.cols());
    std::vector<std::uint8_t> colours(pixels * 3, 255);
    for (std::size_t i = 0; i < all.size(); i += 2) {
        const colour of_task = colour_of(all[i + 1]);
        std::copy(of_task.begin(), of_task.end(), colours.begin() + static_cast<std::ptrdiff_t>(all[i] / 4 * 3));
    }
    images::write_png(file, colours, linked.mesh.rows(), linked.mesh.cols(), images::pixel_kind::red_green_blue);
}

}  // namespace contour
