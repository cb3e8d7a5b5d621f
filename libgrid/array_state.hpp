// What the parts of a distributed array's communication share: halo exchange, whole arrays, redistribution.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/part/error.hpp"
#include "libgrid/packed_regions.hpp"

namespace banyan::grid::detail {

// Tags in the array's own context: directions of the stencil from 0 up, the others by their own.
constexpr net::tag gather_tag{1 << 20};
constexpr net::tag scatter_tag{(1 << 20) + 1};
constexpr net::tag redistribute_tag{(1 << 20) + 2};

// One message under way. Cells that stand behind each other in the storage travel from and to their place; others go
// through a buffer.
struct array_transfer {
    int peer;
    net::tag tag;
    std::span<const region> regions;
    std::size_t bytes;
    bool in_place;
    std::vector<std::byte> buffer;
    std::optional<net::request> pending;
};

struct array_messages::state {
    net::group tasks;
    std::shared_ptr<const halo_layout> layout;
    item_places places;
    std::vector<array_transfer> sends;  // of the halo
    std::vector<array_transfer> receives;
    std::vector<halo_copy> copies;
    std::byte* exchanged = nullptr;  // the storage of the exchange under way

    state(net::group g, std::shared_ptr<const halo_layout> l, std::size_t item_bytes);

    void start_receive(array_transfer& t, const item_places& at, std::byte* storage) const;
    void start_send(array_transfer& t, const item_places& at, const std::byte* storage) const;
    void finish_receive(array_transfer& t, const item_places& at, std::byte* storage, net::deadline until) const;
    static void finish_send(array_transfer& t, net::deadline until);
    void copy_own() const;
};

/// A message with the regions, and a buffer for it where it needs one.
array_transfer transfer_of(int peer, net::tag tag, std::span<const region> regions, const item_places& at);

}  // namespace banyan::grid::detail
