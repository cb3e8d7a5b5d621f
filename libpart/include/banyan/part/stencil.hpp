// The neighbours to which a cell sends its value in one iteration.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace banyan::part {

/// One direction of a stencil: the value of cell (r, c) goes to cell (r + rows, c + cols).
struct direction {
    std::string name;
    std::int64_t rows;  ///< negative is north
    std::int64_t cols;  ///< negative is west
    friend bool operator==(const direction&, const direction&) = default;
};

/// A named list of directions. A cell reads the values of the cells at the opposite offsets; for the symmetric stencils
/// (3, 5, 9) these are the same cells.
class stencil {
  public:
    /// Throws error for an empty list, the offset (0, 0), two directions with the same offset, and an offset beyond
    /// +-max_reach.
    stencil(std::string name, std::vector<direction> directions);
    static constexpr std::int64_t max_reach = 1024;

    /// "3" (west, east), "5" (north, south, west, east), "9" (5 and the diagonals), "systolic" (east), "wavefront"
    /// (east, south). Throws error, listing these names, for any other name.
    static stencil named(std::string_view name);
    /// A name as above, or offsets "rows,cols;rows,cols;...", such as "0,1;1,0;-1,2": a cell sends its value to the
    /// cells that many rows south and columns east. The text is then the name of the stencil. Throws error, quoting the
    /// offset, for anything else.
    static stencil parse(std::string_view text);
    /// The names that named() takes.
    static std::span<const std::string_view> names();

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::span<const direction> directions() const { return directions_; }
    [[nodiscard]] int size() const { return static_cast<int>(directions_.size()); }
    [[nodiscard]] const direction& operator[](int k) const { return directions_[static_cast<std::size_t>(k)]; }

  private:
    std::string name_;
    std::vector<direction> directions_;
};

}  // namespace banyan::part
