#include "libgrid/same_arguments.hpp"

#include <string>

#include "libgrid/number_digest.hpp"

namespace banyan::grid {
namespace {

std::uint64_t digest_of(const part::partition& parts) {
    number_digest digest;
    digest.add(static_cast<std::int64_t>(parts.domain().axes()));
    for (const part::block& b : parts.tiles())
        digest.add(b.processor).add(b.row).add(b.col).add(b.rows).add(b.cols);
    return digest.value();
}

std::uint64_t digest_of(const part::box_partition& parts) {
    number_digest digest;
    for (int axis = 0; axis < 3; ++axis)
        digest.add(parts.domain().periodic(axis) ? 1 : 0);
    for (int r = 0; r < parts.processors(); ++r)
        for (const part::triple& numbers : {parts.of(r).first, parts.of(r).sides})
            for (const std::int64_t each : numbers)
                digest.add(each);
    return digest.value();
}

// The text that part::stencil::parse() takes. Names are not compared: equal offsets in the same order have equal
// messages.
std::string offsets_of(const part::stencil& pattern) {
    std::string text;
    for (const part::direction& d : pattern.directions()) {
        if (!text.empty()) text += ';';
        text += std::to_string(d.rows) + ',' + std::to_string(d.cols);
    }
    return text;
}

void insert_first(std::vector<net::call_parameter>& all, std::vector<net::call_parameter> first) {
    all.insert(all.begin(), first.begin(), first.end());
}

}  // namespace

void expect_same_layout(const net::group& tasks, std::string_view call, const halo_layout& layout,
                        std::vector<net::call_parameter> more, net::deadline until) {
    if (!net::checks_calls(tasks)) return;
    const part::partition& parts = layout.parts();
    insert_first(more, {{"rows", parts.domain().rows()},
                        {"columns", parts.domain().cols()},
                        {"halo depth", layout.depth()},
                        {"stencil", offsets_of(layout.pattern())},
                        {"partition digest", digest_of(parts)}});
    net::expect_same_call(tasks, call, more, until);
}

void expect_same_layout(const net::group& tasks, std::string_view call, const box_halo_layout& layout,
                        std::vector<net::call_parameter> more, net::deadline until) {
    if (!net::checks_calls(tasks)) return;
    const part::box_partition& parts = layout.parts();
    insert_first(more, {{"planes", parts.domain().side(0)},
                        {"rows", parts.domain().side(1)},
                        {"columns", parts.domain().side(2)},
                        {"halo depth", layout.depth()},
                        {"stencil", static_cast<int>(layout.pattern())},
                        {"partition digest", digest_of(parts)}});
    net::expect_same_call(tasks, call, more, until);
}

}  // namespace banyan::grid
