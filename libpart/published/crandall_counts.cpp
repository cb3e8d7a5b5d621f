// Figures 27 and 28 of Crandall 1994, chapter 5, counted on rectangles that are not rounded to cells.
#include <algorithm>
#include <cmath>

#include "banyan/part/papers/published.hpp"
#include "libpart/geometry/exact_geometry.hpp"
#include "libpart/geometry/processor_list.hpp"
#include "libpart/methods/method.hpp"

namespace banyan::part {
namespace {

const grid unit(1, 1);

double overlap(double a, double length_a, double b, double length_b) {
    return std::min(a + length_a, b + length_b) - std::max(a, b);
}

/// Whether the positions `end` and `start` are equal on the torus of side 1.
bool meets(double end, double start) {
    const double gap = std::abs(end - start);
    return gap <= coincidence || std::abs(gap - 1) <= coincidence;
}

/// Counts one message in each direction, and the length of the common side as items, for each pair of rectangles that
/// touch.
void count_traffic(const exact_rectangles<double>& parts, crandall_count& into) {
    const auto add = [&into](double shared) {
        if (shared <= coincidence) return;
        into.messages += 2;
        into.items += 2 * shared;
    };
    for (const auto& a : parts)
        for (const auto& b : parts) {
            if (a.processor == b.processor) continue;
            if (meets(a.col + a.cols, b.col)) add(overlap(a.row, a.rows, b.row, b.rows));
            if (meets(a.row + a.rows, b.row)) add(overlap(a.col, a.cols, b.col, b.cols));
        }
}

cut_tree layout_of(std::string_view method, processor_list processors) {
    if (method == "brbd") return brbd(unit, processors);
    if (method == "fbrd") return fbrd(unit, processors);
    if (method == "phd") return phd(unit, processors, {});
    return columns(unit, processors);
}

}  // namespace

std::vector<crandall_count> crandall_counts() {
    const speeds nine{4, 4, 3, 3, 3, 2, 2, 1, 1};
    const speeds six{4, 4, 4, 3, 3, 3};
    std::vector<crandall_count> counts{
        {28, six, "brbd", 28, 11},  {28, six, "fbrd", 32, 11},  {28, six, "phd", 24, 10},  {28, six, "columns", 0, 0},
        {27, nine, "brbd", 42, 13}, {27, nine, "fbrd", 43, 11}, {27, nine, "phd", 50, 12}, {27, nine, "columns", 0, 0}};
    for (crandall_count& count : counts)
        count_traffic(unrounded<double>(layout_of(count.method, sorted_processors(count.processors)), unit), count);
    return counts;
}

double least_torus_items(const speeds& processors) {
    double sum = 0;
    for (double speed : processors.values())
        sum += 4 * std::sqrt(speed / processors.total());
    return sum;
}

}  // namespace banyan::part
