// The pieces that processors exchange, and the communication counted from them.
#include <algorithm>
#include <array>

#include "banyan/part/communication.hpp"
#include "libpart/model/tile_index.hpp"

namespace banyan::part {
namespace {

/// An interval of one axis after a shift: cells source .. source + length - 1 are now at target .. target + length - 1.
struct axis_interval {
    std::int64_t source;
    std::int64_t target;
    std::int64_t length;
    bool wrapped;
};

/// The intervals to which a shift moves [start, start + length) of an axis of `size` cells: at most two on a periodic
/// axis (the second one beyond the edge), and the part that stays inside on an open axis. The first `used` entries of
/// `parts` are set.
struct shifted {
    std::array<axis_interval, 2> parts;
    int used = 0;

    shifted(std::int64_t start, std::int64_t length, std::int64_t offset, std::int64_t size, bool wraps) {
        if (wraps)
            wrap(start, length, offset, size);
        else
            clip(start, length, offset, size);
    }

    void add(const axis_interval& s) {
        if (s.length > 0) parts[static_cast<std::size_t>(used++)] = s;
    }

    void wrap(std::int64_t start, std::int64_t length, std::int64_t offset, std::int64_t size) {
        const std::int64_t moved = start + offset;
        const std::int64_t first = (moved % size + size) % size;
        const std::int64_t fits = std::min(length, size - first);
        add({start, first, fits, first != moved});
        add({start + fits, 0, length - fits, moved + fits != 0});
    }

    void clip(std::int64_t start, std::int64_t length, std::int64_t offset, std::int64_t size) {
        const std::int64_t from = std::max<std::int64_t>(start + offset, 0);
        const std::int64_t to = std::min(start + offset + length, size);
        add({from - offset, from, to - from, false});
    }

    [[nodiscard]] std::span<const axis_interval> all() const { return {parts.data(), static_cast<std::size_t>(used)}; }
};

/// Finds the pieces of one partition with an index of its tiles.
class piece_finder {
  public:
    piece_finder(const partition& parts, const stencil& pattern, own_pieces own)
        : parts_(parts), pattern_(pattern), own_(own), tiles_(parts.tiles()), index_(tiles_) {}

    std::vector<piece> find() {
        for (int k = 0; k < pattern_.size(); ++k)
            for (std::size_t b = 0; b < tiles_.size(); ++b)
                send(k, b);
        return std::move(found_);
    }

  private:
    void send(int k, std::size_t sender) {
        const block& b = tiles_[sender];
        const grid& domain = parts_.domain();
        const shifted rows(b.row, b.rows, pattern_[k].rows, domain.rows(), domain.periodic_rows());
        const shifted cols(b.col, b.cols, pattern_[k].cols, domain.cols(), domain.periodic_cols());
        for (const axis_interval& r : rows.all())
            for (const axis_interval& c : cols.all())
                index_.each_meeting(r.target, c.target, r.length, c.length,
                                    [&](std::size_t receiver) { meet(k, sender, receiver, r, c); });
    }

    void meet(int k, std::size_t sender, std::size_t receiver, const axis_interval& r, const axis_interval& c) {
        const int from = tiles_[sender].processor;
        const block& to = tiles_[receiver];
        if (from == to.processor && own_ == own_pieces::exclude) return;
        if (sender == receiver && !r.wrapped && !c.wrapped) return;  // inside one block nothing moves
        const std::int64_t top = std::max(r.target, to.row);
        const std::int64_t left = std::max(c.target, to.col);
        const std::int64_t bottom = std::min(r.target + r.length, to.row + to.rows);
        const std::int64_t right = std::min(c.target + c.length, to.col + to.cols);
        found_.push_back({k, from, to.processor, top - r.target + r.source, left - c.target + c.source, top, left,
                          bottom - top, right - left});
    }

    const partition& parts_;
    const stencil& pattern_;
    own_pieces own_;
    std::span<const block> tiles_;
    tile_index index_;
    std::vector<piece> found_;
};

std::vector<piece> unsorted_pieces(const partition& parts, const stencil& pattern, own_pieces own) {
    return piece_finder(parts, pattern, own).find();
}

}  // namespace

std::vector<piece> pieces(const partition& parts, const stencil& pattern, own_pieces own) {
    std::vector<piece> found = unsorted_pieces(parts, pattern, own);
    std::ranges::sort(found);
    return found;
}

communication exact_communication(const partition& parts, const stencil& pattern) {
    if (parts.kind() == layout::cells) return communication_by_enumeration(parts, pattern);
    std::vector<transfer> transfers;
    for (const piece& p : unsorted_pieces(parts, pattern, own_pieces::exclude))
        transfers.push_back({p.direction, p.from, p.to, p.rows * p.cols});
    return {parts.processors(), pattern.size(), std::move(transfers)};
}

}  // namespace banyan::part
