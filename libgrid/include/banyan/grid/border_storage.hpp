// Where the items of an image block and of its halo are stored for one way to exchange the border. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "banyan/grid/halo_layout.hpp"
#include "banyan/grid/window_border.hpp"

namespace banyan::grid {

/// Consecutive items of the storage.
struct item_run {
    std::size_t first = 0;
    std::size_t count = 0;
    friend bool operator==(const item_run&, const item_run&) = default;
};

/// The items that go to or come from one other processor, in the order of the message.
struct border_message {
    int peer = 0;
    std::vector<item_run> runs;
    [[nodiscard]] std::size_t items() const;
};

/// Items that are copied within the storage before the messages are sent.
struct border_copy {
    item_run from;
    std::size_t to = 0;
};

/// The storage of one rank. For all ways except border_apart it is that of the layout: rows with a halo at both ends.
/// For border_apart the own border, `radius` items wide, is stored separately from the inner items. Its eight pieces
/// are
///
///     A B C      top left, top, top right
///     D   F      left, right
///     G H I      bottom left, bottom, bottom right
///
/// They are stored in the order A B C F I H G D A. So the items for a neighbour along a whole side are consecutive, for
/// example C F I, and only A is copied. A received message is stored as it is. The items for a neighbour along a part
/// of a side are not consecutive. Immutable value.
class border_storage {
  public:
    /// The layout is one of window_layout().
    border_storage(std::shared_ptr<const halo_layout> layout, border_way way);

    [[nodiscard]] const halo_layout& layout() const { return *layout_; }
    [[nodiscard]] border_way way() const { return way_; }
    /// The number of items to allocate.
    [[nodiscard]] std::size_t items() const { return items_; }
    /// The position of an own cell or of a cell of the halo, in unwrapped coordinates; not checked.
    [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t col) const {
        return way_ == border_way::border_apart ? index_apart(row, col) : layout_->index(row, col);
    }
    [[nodiscard]] std::span<const border_message> sends() const { return sends_; }
    [[nodiscard]] std::span<const border_message> receives() const { return receives_; }
    [[nodiscard]] std::span<const border_copy> copies() const { return copies_; }

  private:
    struct piece {
        region cells;
        std::size_t first = 0;
    };
    void store_in_rows();
    void store_apart();
    void place_own();
    void place_received();
    [[nodiscard]] std::size_t index_apart(std::int64_t row, std::int64_t col) const;

    std::shared_ptr<const halo_layout> layout_;
    border_way way_;
    std::size_t items_ = 0;
    std::array<piece, 9> own_{};  // of border_apart: 3 rows of 3 pieces; the inner items are the one in the middle
    std::size_t second_a_ = 0;
    std::vector<piece> halo_;
    std::vector<border_message> sends_, receives_;
    std::vector<border_copy> copies_;
};

}  // namespace banyan::grid
