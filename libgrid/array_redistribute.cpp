// Copies the cells of one array into another one that has another partition.
#include "banyan/grid/redistribution.hpp"
#include "libgrid/array_state.hpp"

namespace banyan::grid::detail {
namespace {

std::vector<array_transfer> prepared(std::span<const cell_transfer> all, const item_places& at) {
    std::vector<array_transfer> transfers;
    for (const cell_transfer& t : all)
        transfers.push_back(transfer_of(t.peer, redistribute_tag, t.regions, at));
    return transfers;
}

}  // namespace

void array_messages::redistribute_from(std::byte* storage, const halo_layout& old_layout, const std::byte* old_storage,
                                       net::deadline until) {
    state& s = *state_;
    const item_places old_places{&old_layout, s.places.item_bytes};
    const redistribution change(old_layout.parts(), s.layout->parts(), s.layout->processor());
    std::vector<array_transfer> receives = prepared(change.receives(), s.places);
    std::vector<array_transfer> sends = prepared(change.sends(), old_places);
    for (array_transfer& t : receives)
        s.start_receive(t, s.places, storage);
    for (array_transfer& t : sends)
        s.start_send(t, old_places, old_storage);
    for (const region& r : change.kept())
        copy_items(old_places.of(old_storage, r), old_layout.stride(), s.places.of(storage, r), s.layout->stride(),
                   {r.rows, r.cols}, s.places.item_bytes);
    for (array_transfer& t : receives)
        s.finish_receive(t, s.places, storage, until);
    for (array_transfer& t : sends)
        state::finish_send(t, until);
}

}  // namespace banyan::grid::detail
