// Dissections of a rectangle into rectangles, first as combinatorial structures: which rooms touch which segments.
//
// A mosaic floorplan gives the maximal segments at the four sides of each room, but not the order of the corners along
// a segment. For given areas of the rooms there is exactly one drawing of it. Its x coordinates maximise the sum of
// area log(width), a strictly concave function: at the maximum, the heights area / width of the rooms on the two sides
// of each vertical segment have equal sums. There are 1, 2, 6, 22, 92, 422, 2074 mosaic floorplans (Baxter numbers;
// Ackerman, Barequet & Pinter 2006), of which 1, 2, 6, 22, 90, 394, 1806 consist of straight cuts (slicing). With five
// rooms, two are pinwheels.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace banyan::part {

/// A rectangle between four segments. Vertical and horizontal segments are numbered separately; 0 and 1 are the outer
/// edges: west and east, north and south.
struct room {
    int west;
    int east;
    int north;
    int south;
    friend bool operator==(const room&, const room&) = default;
};

struct floorplan {
    std::vector<room> rooms;
    int vertical = 2;  ///< number of segments, outer edges included
    int horizontal = 2;
};

/// All mosaic floorplans of `rooms` >= 1 rooms.
std::vector<floorplan> mosaic_floorplans(int rooms);
/// Whether the plan consists of straight cuts.
bool is_slicing(const floorplan& plan);
/// The floorplans that do not consist of straight cuts, one of each set of mirror images (left-right, up-down, both).
std::vector<floorplan> non_slicing_floorplans(int rooms);

/// Coordinates of the segments: x from 0 (west) to cols, y from 0 (north) to rows.
struct drawing {
    std::vector<double> x;
    std::vector<double> y;
    double half_perimeters;
};

/// The drawing of `plan` in which the area of room i is in proportion to areas[i] > 0. Nothing if the search does not
/// converge, as for areas that differ by many powers of ten.
std::optional<drawing> drawn(const floorplan& plan, std::span<const double> areas, double rows, double cols);

}  // namespace banyan::part
