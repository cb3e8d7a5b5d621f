#include "banyan/grid/border_storage.hpp"

#include <algorithm>
#include <functional>

#include "libgrid/border_ring.hpp"
#include "libgrid/region_algebra.hpp"

namespace banyan::grid {
namespace {

using position = std::function<std::size_t(std::int64_t row, std::int64_t col)>;

// Adds the items of the region row by row. If `merge`, runs that follow each other in memory become one.
void add_runs(std::vector<item_run>& runs, const region& cells, const position& index, bool merge) {
    for (std::int64_t r = cells.row; r < cells.row + cells.rows; ++r) {
        bool row_begins = true;
        for (std::int64_t c = cells.col; c < cells.col + cells.cols; ++c) {
            const std::size_t at = index(r, c);
            const bool follows = !runs.empty() && runs.back().first + runs.back().count == at;
            if (follows && (merge || !row_begins))
                ++runs.back().count;
            else
                runs.push_back({at, 1});
            row_begins = false;
        }
    }
}

// The message that `from` sends and processor `to` receives as `received`.
const halo_message& sent_as(const halo_message& received, int to, const halo_layout& from) {
    return *std::ranges::find_if(
        from.sends(), [&](const halo_message& m) { return m.peer == to && m.direction == received.direction; });
}

}  // namespace

std::size_t border_message::items() const {
    std::size_t sum = 0;
    for (const item_run& run : runs)
        sum += run.count;
    return sum;
}

border_storage::border_storage(std::shared_ptr<const halo_layout> layout, border_way way)
    : layout_(std::move(layout)), way_(way) {
    way == border_way::border_apart ? store_apart() : store_in_rows();
}

void border_storage::store_in_rows() {
    items_ = static_cast<std::size_t>(layout_->items());
    const position at = [this](std::int64_t r, std::int64_t c) { return layout_->index(r, c); };
    const bool merge = way_ != border_way::runs;  // both sides must send and receive the same runs
    const auto messages_of = [&](std::span<const halo_message> from) {
        std::vector<border_message> messages;
        for (const halo_message& m : from) {
            auto& message = messages.emplace_back(border_message{m.peer, {}});
            for (const region& r : m.regions)
                add_runs(message.runs, r, at, merge);
        }
        return messages;
    };
    sends_ = messages_of(layout_->sends());
    receives_ = messages_of(layout_->receives());
    for (const halo_copy& c : layout_->copies())
        for (std::int64_t r = 0; r < c.from.rows; ++r)
            copies_.push_back(
                {{at(c.from.row + r, c.from.col), static_cast<std::size_t>(c.from.cols)}, at(c.to.row + r, c.to.col)});
}

void border_storage::store_apart() {
    if (layout_->owned().empty()) return;
    place_own();
    place_received();
    const position at = [this](std::int64_t r, std::int64_t c) { return index_apart(r, c); };
    for (const halo_message& m : layout_->sends()) {
        auto& message = sends_.emplace_back(border_message{m.peer, {}});
        for (const message_part& part : in_border_order(layout_->owned().front(), layout_->depth(), m.regions)) {
            const position second_a = [&](std::int64_t r, std::int64_t c) {
                return second_a_ + at(r, c) - own_[0].first;
            };
            add_runs(message.runs, part.cells, part.second_a ? second_a : at, true);
        }
    }
    const region& a = own_[0].cells;
    if (!a.empty()) copies_.push_back({{own_[0].first, static_cast<std::size_t>(a.cells())}, second_a_});
    for (const halo_copy& c : layout_->copies())
        for (std::int64_t r = 0; r < c.from.rows; ++r)
            for (std::int64_t k = 0; k < c.from.cols; ++k)
                copies_.push_back({{at(c.from.row + r, c.from.col + k), 1}, at(c.to.row + r, c.to.col + k)});
}

// Places the inner items, then the border in its order, then A again.
void border_storage::place_own() {
    const auto pieces = border_pieces(layout_->owned().front(), layout_->depth());
    const auto place = [&](std::size_t i) {
        own_[i] = {pieces[i], items_};
        items_ += static_cast<std::size_t>(pieces[i].cells());
    };
    place(4);
    for (std::size_t i = 0; i + 1 < border_order.size(); ++i)
        place(border_order[i]);
    second_a_ = items_;
    items_ += static_cast<std::size_t>(pieces[0].cells());
}

// Places each received message as it arrives, in the order in which its sender stores its border. Then come the cells
// that this processor copies to its own halo.
void border_storage::place_received() {
    for (const halo_message& m : layout_->receives()) {
        const halo_layout peer(layout_->parts(), m.peer, part::stencil::named("9"), layout_->depth());
        const auto& sent = sent_as(m, layout_->processor(), peer);
        receives_.push_back({m.peer, {{items_, static_cast<std::size_t>(m.items)}}});
        for (const message_part& part : in_border_order(peer.owned().front(), layout_->depth(), sent.regions)) {
            const region& theirs = sent.regions[part.of];
            const region& here = m.regions[part.of];
            halo_.push_back({shifted(part.cells, here.row - theirs.row, here.col - theirs.col), items_});
            items_ += static_cast<std::size_t>(part.cells.cells());
        }
    }
    for (const halo_copy& c : layout_->copies()) {
        halo_.push_back({c.to, items_});
        items_ += static_cast<std::size_t>(c.to.cells());
    }
}

std::size_t border_storage::index_apart(std::int64_t row, std::int64_t col) const {
    const auto inside = [row, col](const piece& p) {
        return p.first + static_cast<std::size_t>((row - p.cells.row) * p.cells.cols + col - p.cells.col);
    };
    if (own_[4].cells.contains(row, col)) return inside(own_[4]);
    for (const piece& p : own_)
        if (p.cells.contains(row, col)) return inside(p);
    for (const piece& p : halo_)
        if (p.cells.contains(row, col)) return inside(p);
    return items_;  // beyond an open edge: the program must not use it
}

}  // namespace banyan::grid
