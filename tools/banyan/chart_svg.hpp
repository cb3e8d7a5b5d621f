// The SVG elements that charts are made of.
#pragma once

#include <string>
#include <vector>

namespace banyan::tools::svg {

/// A chart is this wide, so that its texts stay legible on the screen of a telephone.
constexpr double chart_width = 520;

struct place {
    double x = 0;
    double y = 0;
};

/// The element with everything in `content`; `title` is also shown above it.
std::string document(const std::string& title, double height, const std::string& content);

/// `anchor`: start, middle or end.
std::string text(place at, const std::string& anchor, const std::string& content);

/// As text(), turned so that it reads upward, with its middle at `at`.
std::string upward_text(place at, const std::string& content);

/// A thin line of an axis or a grid.
std::string thin_line(place from, place to, const std::string& colour);

/// A line of a class, through all places.
std::string line(const std::vector<place>& places, const std::string& kind, const std::string& colour);

/// The symbol that belongs to a colour of the plots, about 9 units wide.
std::string symbol(place at, int colour);

}  // namespace banyan::tools::svg
