// Gathers whole arrays to one rank and scatters them from it.
#include "banyan/net/same_call.hpp"
#include "libgrid/array_state.hpp"
#include "libgrid/awaited_message.hpp"

namespace banyan::grid::detail {
namespace {

/// Copies the tiles of a processor between a packed buffer and a whole row-major grid of items. Borrows the partition.
class whole_grid {
  public:
    whole_grid(const part::partition& parts, std::size_t item_bytes) : parts_(parts), item_bytes_(item_bytes) {}

    /// put() copies the packed cells of a processor into the whole grid, take() out of it.
    void put(int processor, const std::byte* part, std::byte* all) const {
        each(processor, [&](const part::block& r, std::size_t in_all, std::size_t packed) {
            copy_items(part + packed, r.cols, all + in_all, stride(), {r.rows, r.cols}, item_bytes_);
        });
    }
    void take(int processor, const std::byte* all, std::byte* part) const {
        each(processor, [&](const part::block& r, std::size_t in_all, std::size_t packed) {
            copy_items(all + in_all, stride(), part + packed, r.cols, {r.rows, r.cols}, item_bytes_);
        });
    }

  private:
    template <class Visit>
    void each(int processor, Visit visit) const {
        std::size_t packed = 0;
        for (const part::block& b : parts_.tiles(processor)) {
            visit(b, static_cast<std::size_t>(b.row * stride() + b.col) * item_bytes_, packed);
            packed += static_cast<std::size_t>(b.cells()) * item_bytes_;
        }
    }

    [[nodiscard]] std::int64_t stride() const { return parts_.domain().cols(); }

    const part::partition& parts_;
    std::size_t item_bytes_;
};

std::size_t bytes_of(const halo_layout& layout, int processor, std::size_t item_bytes) {
    return static_cast<std::size_t>(layout.parts().cells(processor)) * item_bytes;
}

}  // namespace

void array_messages::gather(const std::byte* storage, std::span<std::byte> all, net::rank root,
                            net::deadline until) const {
    const state& s = *state_;
    net::expect_same_call(s.tasks, "distributed_array::gather", {{"root", root.value}}, until);
    const std::size_t item_bytes = s.places.item_bytes;
    std::vector<std::byte> part(bytes_of(*s.layout, s.layout->processor(), item_bytes));
    s.places.pack(s.layout->owned(), storage, part.data());
    if (s.tasks.rank() != root) return s.tasks.send<std::byte>(root, gather_tag, part, until);
    const whole_grid whole(s.layout->parts(), item_bytes);
    whole.put(root.value, part.data(), all.data());
    for (int processor = 0; processor < s.tasks.size(); ++processor) {
        if (processor == root.value) continue;
        part.resize(bytes_of(*s.layout, processor, item_bytes));
        receive_bytes(s.tasks, net::rank{processor}, gather_tag, part, "distributed_array::gather", until);
        whole.put(processor, part.data(), all.data());
    }
}

void array_messages::scatter(std::byte* storage, std::span<const std::byte> all, net::rank root,
                             net::deadline until) const {
    const state& s = *state_;
    net::expect_same_call(s.tasks, "distributed_array::scatter", {{"root", root.value}}, until);
    const std::size_t item_bytes = s.places.item_bytes;
    std::vector<std::byte> part(bytes_of(*s.layout, s.layout->processor(), item_bytes));
    if (s.tasks.rank() != root) {
        receive_bytes(s.tasks, root, scatter_tag, part, "distributed_array::scatter", until);
        return s.places.unpack(s.layout->owned(), part.data(), storage);
    }
    const std::size_t needed = static_cast<std::size_t>(s.layout->parts().domain().cells()) * item_bytes;
    if (all.size() != needed) {
        throw part::error("scatter: the root gave " + std::to_string(all.size() / item_bytes) +
                          " items for a grid of " + std::to_string(needed / item_bytes) + " cells");
    }
    const whole_grid whole(s.layout->parts(), item_bytes);
    for (int processor = 0; processor < s.tasks.size(); ++processor) {
        part.resize(bytes_of(*s.layout, processor, item_bytes));
        whole.take(processor, all.data(), part.data());
        if (processor == root.value) {
            s.places.unpack(s.layout->owned(), part.data(), storage);
        } else {
            s.tasks.send<std::byte>(net::rank{processor}, scatter_tag, part, until);
        }
    }
}

}  // namespace banyan::grid::detail
