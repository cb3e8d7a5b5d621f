// Dissections of a rectangle into rectangles, as combinations first: which rooms lie at which segments.
//
// A mosaic floorplan tells for each room the maximal segments at its four sides, but not where along a segment its
// neighbours on the two sides end. For any areas of the rooms there is exactly one drawing of it with these areas: by
// calculus the x that maximise sum of area log(width), a strictly concave function, make the heights area / width add
// up alike on both sides of every vertical segment. There are 1, 2, 6, 22, 92, 422, 2074 of them (Baxter numbers;
// Ackerman, Barequet & Pinter 2006), 1, 2, 6, 22, 90, 394, 1806 by straight cuts alone (slicing). Five rooms make two
// pinwheels.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace banyan::part {

/// A rectangle between four segments. Vertical and horizontal segments are numbered each for themselves, 0 and 1 the
/// outer edges: west and east, north and south.
struct room {
    int west;
    int east;
    int north;
    int south;
    friend bool operator==(const room&, const room&) = default;
};

struct floorplan {
    std::vector<room> rooms;
    int vertical = 2;  ///< segments, outer edges included
    int horizontal = 2;
};

/// All mosaic floorplans of `rooms` >= 1 rooms.
std::vector<floorplan> mosaic_floorplans(int rooms);
/// Whether straight cuts alone make it.
bool is_slicing(const floorplan& plan);
/// Those that straight cuts do not make, one of each set of mirror images (left-right, up-down, both).
std::vector<floorplan> non_slicing_floorplans(int rooms);

/// Coordinates of the segments from 0 (west, north) to `cols` and `rows`.
struct drawing {
    std::vector<double> x;
    std::vector<double> y;
    double half_perimeters;
};

/// The drawing of `plan` with room i in proportion to areas[i] > 0; nothing where the search does not settle (areas
/// that differ by many powers of ten).
std::optional<drawing> drawn(const floorplan& plan, std::span<const double> areas, double rows, double cols);

}  // namespace banyan::part
