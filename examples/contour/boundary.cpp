#include "examples/contour/boundary.hpp"

namespace contour {

element successor(const element& e, const marks& marked) {
    const int turned_right = (e.side + 1) % 4, turned_left = (e.side + 3) % 4;
    const step out = across_side(e.side), ahead = across_side(turned_right);
    const element beside{e.row + ahead.down, e.col + ahead.across, e.side};
    const element diagonal{beside.row + out.down, beside.col + out.across, turned_left};
    if (marked(diagonal.row, diagonal.col)) return diagonal;
    if (marked(beside.row, beside.col)) return beside;
    return {e.row, e.col, turned_right};
}

}  // namespace contour
