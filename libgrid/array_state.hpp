// The state that halo exchange, gather, scatter and redistribution of a distributed array share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/part/error.hpp"
#include "libgrid/packed_regions.hpp"

namespace banyan::grid::detail {

// Tags in the context of the array: the directions of the stencil count from 0 in bits 0 to 19; the number of an
// exchange is in bits 21 to 30, 0 for none. These three are above the directions.
constexpr net::tag gather_tag{1 << 20};
constexpr net::tag scatter_tag{(1 << 20) + 1};
constexpr net::tag redistribute_tag{(1 << 20) + 2};

// One message. Cells that are contiguous in the storage are sent and received in place; others go through a buffer.
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
    std::vector<array_transfer> sends;  // of the halo exchange
    std::vector<array_transfer> receives;
    std::vector<halo_copy> copies;
    std::byte* exchanged = nullptr;        // the storage of the exchange in progress; null if there is none
    std::optional<std::int64_t> expected;  // its number while its receives are started and its sends are not

    state(net::group g, std::shared_ptr<const halo_layout> l, std::size_t item_bytes);

    void set_number(std::int64_t number);
    void start_receive(array_transfer& t, const item_places& at, std::byte* storage) const;
    void start_send(array_transfer& t, const item_places& at, const std::byte* storage) const;
    void finish_receive(array_transfer& t, const item_places& at, std::byte* storage, net::deadline until) const;
    static void finish_send(array_transfer& t, net::deadline until);
    /// Blocks until these messages have arrived in the storage and have left.
    void finish(std::span<array_transfer> receives_of_call, std::span<array_transfer> sends_of_call, std::byte* storage,
                net::deadline until) const {
        for (array_transfer& t : receives_of_call)
            finish_receive(t, places, storage, until);
        for (array_transfer& t : sends_of_call)
            finish_send(t, until);
    }
    void copy_own() const;
};

/// A message of the regions, with a buffer if they are not contiguous.
array_transfer transfer_of(int peer, net::tag tag, std::span<const region> regions, const item_places& at);

}  // namespace banyan::grid::detail
