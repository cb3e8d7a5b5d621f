#include "libnet/protocol/frame_stream.hpp"

#include <algorithm>
#include <cstring>

namespace banyan::net::detail {
namespace {

iovec region(std::span<const std::byte> bytes) {
    return {const_cast<std::byte*>(bytes.data()), bytes.size()};
}

std::byte* put(std::byte* place, std::span<const std::byte> bytes) {
    if (!bytes.empty()) std::memcpy(place, bytes.data(), bytes.size());
    return place + bytes.size();
}

}  // namespace

void frame_stream::push(const wire::frame_header& header, outgoing& message, std::size_t size) {
    const const_regions& payload = message.payload;
    out_frame frame{.header = wire::encode(header), .payload_bytes = size, .message = &message};
    if (payload.count() > 1 && size > 0)
        frame.pieces = &payload;
    else if (size > 0)
        frame.payload = payload[0].first(size);
    queue(std::move(frame));
}

void frame_stream::queue(out_frame&& frame) {
    make_room_for_frame();
    frames_.push_back(std::move(frame));
}

// Throws std::bad_alloc before anything has changed.
void frame_stream::make_room_for_frame() {
    constexpr std::size_t few = 4;
    if (frames_.full()) frames_.set_capacity(std::max(few, 2 * frames_.capacity()));
}

void frame_stream::push_copy(const wire::frame_header& header, const const_regions& payload) {
    const std::size_t size = wire::header_bytes + payload.size_bytes();
    const bool joins =
        !frames_.empty() && !frames_.back().copies.empty() && frames_.back().copies.size() + size <= most_copies_bytes;
    if (!joins) make_room_for_frame();
    auto& copies = joins ? frames_.back().copies : spare_;
    const std::size_t before = copies.size();
    copies.resize(before + size, boost::container::default_init);  // in one step: half a frame would corrupt the stream
    std::byte* place = put(copies.data() + before, wire::encode(header));
    for (std::size_t i = 0; i < payload.count(); ++i)
        place = put(place, payload[i]);
    if (!joins) queue({.header = {}, .copies = std::move(spare_)});
}

std::size_t frame_stream::write_regions(std::span<iovec> slots) {
    std::size_t used = 0;
    std::size_t done = first_done_bytes_;
    for (const auto& frame : frames_) {
        if (used + 2 > slots.size()) break;
        if (!frame.copies.empty()) {
            slots[used++] = region(std::span(frame.copies.data(), frame.copies.size()).subspan(done));
            done = 0;
            continue;
        }
        const std::size_t header_done = std::min(done, frame.header.size());
        const std::size_t payload_done = done - header_done;
        if (header_done < frame.header.size())
            slots[used++] = region(std::span<const std::byte>(frame.header).subspan(header_done));
        if (frame.pieces) {
            const std::size_t left = frame.payload_bytes - payload_done;
            const auto rest = payload_done > 0 ? *first_pieces_ : region_cursor<const std::byte>(*frame.pieces);
            std::size_t named = 0;
            used += rest.name(slots.subspan(used), left, named);
            if (named < left) break;
        } else if (payload_done < frame.payload_bytes) {
            slots[used++] = region(frame.payload.subspan(payload_done));
        }
        done = 0;
    }
    return used;
}

void frame_stream::bytes_written(std::size_t count) {
    first_done_bytes_ += count;
    while (!frames_.empty() && first_done_bytes_ >= frames_.front().size()) {
        first_done_bytes_ -= frames_.front().size();
        outgoing* message = frames_.front().message;
        if (!frames_.front().copies.empty()) {
            spare_ = std::move(frames_.front().copies);
            spare_.clear();
        }
        frames_.pop_front();
        first_pieces_.reset();
        if (message) handler_->on_written(*owner_, *message);
    }
    if (first_done_bytes_ > wire::header_bytes && frames_.front().pieces) advance_pieces(frames_.front());
}

void frame_stream::advance_pieces(const out_frame& first) {
    if (!first_pieces_) first_pieces_.emplace(*first.pieces);
    const std::size_t left = first.size() - first_done_bytes_;
    const std::size_t beyond =
        first.pieces->size_bytes() - first.payload_bytes;  // bytes of the memory that are not in the frame
    first_pieces_->advance(first_pieces_->left_bytes() - beyond - left);
}

void frame_stream::replace_payload(const outgoing& message, std::span<const std::byte> payload) {
    for (auto& frame : frames_) {
        if (frame.message != &message) continue;
        frame.payload = payload.first(frame.payload_bytes);
        frame.pieces = nullptr;
    }
}

std::optional<wire::frame_header> frame_stream::take_out(const outgoing& message) {
    const auto found =
        std::find_if(frames_.begin(), frames_.end(), [&](const out_frame& frame) { return frame.message == &message; });
    if (found == frames_.end() || (found == frames_.begin() && (first_done_bytes_ > 0 || begun_))) return std::nullopt;
    const auto header = wire::decode(found->header);
    frames_.erase(found);
    return header;
}

std::size_t frame_stream::read_regions(std::span<iovec> slots) {
    predicted_ = {};
    std::size_t used = 0, named = 0;
    if (payload_left_ > 0 && !target_.at_end()) {
        used = target_.name(slots.first(slots.size() - 1), payload_left_, named);
        // A long payload is read alone, because the system fills one region faster than two.
        if (named < payload_left_ || payload_left_ > read_ahead_bytes) return used;
    } else if (last_was_long() && payload_left_ == 0 && spill_end_ == 0) {
        // The next payload is probably as long as the last one. No more is read, because bytes of later frames would
        // change the buffer after that payload.
        predicted_ = handler_->expected_place(*owner_);
        slots[0] = {spill_.get(), wire::header_bytes};
        if (predicted_.left_bytes() >= last_payload_bytes_)
            return 1 + predicted_.name(slots.subspan(1), last_payload_bytes_, named);
        predicted_ = {};
    }
    const std::size_t room = spill_bytes - spill_end_;
    slots[used++] = {spill_.get() + spill_end_,
                     last_was_long() && payload_left_ == 0 ? std::min(room, read_ahead_bytes) : room};
    return used;
}

void frame_stream::bytes_read(std::size_t count) {
    if (!predicted_.at_end()) return take_predicted(std::exchange(predicted_, {}), count);
    if (payload_left_ > 0 && !target_.at_end()) {
        const auto direct =
            static_cast<std::size_t>(std::min<std::uint64_t>({count, target_.left_bytes(), payload_left_}));
        take_in_place(direct);
        count -= direct;
    }
    spill_end_ += count;
    parse({spill_.get(), spill_end_});
}

// The header is in the spill buffer. The bytes after it are in `place`, where they belong if the prediction was right.
void frame_stream::take_predicted(const region_cursor<std::byte>& place, std::size_t count) {
    spill_end_ = std::min(count, wire::header_bytes);
    if (spill_end_ < wire::header_bytes) return;
    spill_end_ = 0;
    begin_payload(wire::decode(std::span<const std::byte, wire::header_bytes>(spill_.get(), wire::header_bytes)), {});
    std::size_t landed = count - wire::header_bytes;
    region_cursor misplaced = place;
    if (target_ == place) {
        const auto right = static_cast<std::size_t>(std::min<std::uint64_t>(landed, payload_left_));
        misplaced.advance(right);
        landed -= right;
        take_in_place(right);
    }
    parse(gathered(misplaced, landed));
}

// Handles frames and parts of frames, and keeps the start of an incomplete header.
void frame_stream::parse(std::span<const std::byte> bytes) {
    while (true) {
        if (in_payload_ && !take_payload(bytes)) break;
        if (bytes.size() < wire::header_bytes) break;
        const auto header = wire::decode(bytes.first<wire::header_bytes>());
        bytes = bytes.subspan(wire::header_bytes);
        if (!begin_payload(header, bytes)) bytes = bytes.subspan(header.payload_bytes());
    }
    spill_end_ = bytes.size();
    if (!bytes.empty()) std::memmove(spill_.get(), bytes.data(), bytes.size());
}

// Returns false if the whole payload, which is in `arrived`, has been delivered from there.
bool frame_stream::begin_payload(const wire::frame_header& header, std::span<const std::byte> arrived) {
    const std::uint64_t size = header.payload_bytes();
    std::optional<std::span<const std::byte>> whole;
    if (size <= arrived.size()) whole = arrived.first(size);
    const auto plan = handler_->on_header(*owner_, header, whole);
    last_payload_bytes_ = size;
    if (plan.what == payload_plan::action::delivered) return false;
    target_ = plan.where ? *plan.where : region_cursor<std::byte>();
    payload_left_ = size;
    in_payload_ = true;
    return true;
}

// Takes bytes from the front of `bytes`. Returns true when the current payload is complete.
bool frame_stream::take_payload(std::span<const std::byte>& bytes) {
    const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(payload_left_, bytes.size()));
    region_cursor arrived(bytes.first(here));
    copy_bytes(arrived, target_);
    bytes = bytes.subspan(here);
    payload_left_ -= here;
    if (payload_left_ > 0) return false;
    finish_payload();
    return true;
}

// `count` bytes of the current payload have been read into their place.
void frame_stream::take_in_place(std::size_t count) {
    target_.advance(count);
    payload_left_ -= count;
    if (payload_left_ == 0) finish_payload();
}

void frame_stream::finish_payload() {
    in_payload_ = false;
    target_ = {};
    handler_->on_payload_complete(*owner_);
}

}  // namespace banyan::net::detail
