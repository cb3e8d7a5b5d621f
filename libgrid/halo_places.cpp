// The positions of a processor's cells and halo in its storage.
#include <algorithm>

#include "banyan/grid/halo_layout.hpp"
#include "libgrid/reach.hpp"

namespace banyan::grid {
namespace {

// The rows, or the columns, of a storage that are within the reach of the stencil from an own cell.
class needed_lines {
  public:
    needed_lines(std::int64_t first, std::int64_t count, std::int64_t depth)
        : first_(first), depth_(depth), changes_(static_cast<std::size_t>(count + 1)) {}

    void own(std::int64_t line, std::int64_t count) {
        ++changes_[static_cast<std::size_t>(line - depth_ - first_)];
        --changes_[static_cast<std::size_t>(line + count + depth_ - first_)];
    }
    // The position of each line among the needed ones. A line that is not needed gets the position of the one before
    // it.
    [[nodiscard]] std::vector<std::int64_t> places() const {
        std::vector<std::int64_t> result;
        std::int64_t near = 0;
        std::int64_t place = -1;
        for (std::size_t i = 0; i + 1 < changes_.size(); ++i) {
            near += changes_[i];
            if (near > 0) ++place;
            result.push_back(place);
        }
        return result;
    }

  private:
    std::int64_t first_;
    std::int64_t depth_;
    std::vector<std::int64_t> changes_;  // own cells near this line, minus those near the line before
};

}  // namespace

void halo_layout::place_storage(const part::stencil& pattern) {
    if (owned_.empty()) return;
    const reach width = reach_of(pattern);
    std::int64_t top = owned_.front().row, left = owned_.front().col, bottom = top, right = left;
    for (const region& r : owned_) {
        top = std::min(top, r.row);
        left = std::min(left, r.col);
        bottom = std::max(bottom, r.row + r.rows);
        right = std::max(right, r.col + r.cols);
    }
    const reach halo{depth_ * width.rows, depth_ * width.cols};
    storage_ = {top - halo.rows, left - halo.cols, bottom - top + 2 * halo.rows, right - left + 2 * halo.cols};
    stride_ = storage_.cols;
    items_ = storage_.cells();
    if (parts_.kind() == part::layout::cells) keep_needed_lines(pattern);
}

void halo_layout::keep_needed_lines(const part::stencil& pattern) {
    const reach width = reach_of(pattern);
    needed_lines rows(storage_.row, storage_.rows, depth_ * width.rows);
    needed_lines cols(storage_.col, storage_.cols, depth_ * width.cols);
    for (const region& r : owned_) {
        rows.own(r.row, r.rows);
        cols.own(r.col, r.cols);
    }
    row_places_ = rows.places();
    col_places_ = cols.places();
    stride_ = col_places_.back() + 1;
    items_ = (row_places_.back() + 1) * stride_;
}

}  // namespace banyan::grid
