// The byte stream to and from one peer, divided into frames. No I/O: a driver asks where the next bytes go and which
// bytes leave next, and reports how many bytes it has moved.
#pragma once

#include <sys/uio.h>

#include <boost/circular_buffer.hpp>
#include <boost/container/vector.hpp>
#include <memory>
#include <optional>
#include <span>

#include "libnet/protocol/frame_handler.hpp"
#include "libnet/protocol/outgoing.hpp"
#include "libnet/protocol/region_cursor.hpp"
#include "libnet/wire/frame.hpp"

namespace banyan::net::detail {

class frame_stream {
  public:
    /// `owner` contains the stream and is passed to the calls of `frames_handler`, which are made from inside
    /// bytes_read() and bytes_written().
    frame_stream(frame_handler& frames_handler, channel& owner) : handler_(&frames_handler), owner_(&owner) {}

    // --- writing
    /// Queues a frame without payload.
    void push(const wire::frame_header& header) { queue({.header = wire::encode(header)}); }
    /// Queues a frame with the first `size` bytes of the message's payload. The payload is borrowed until the frame is
    /// written; then on_written() is called.
    void push(const wire::frame_header& header, outgoing& message, std::size_t size);
    /// Queues a frame with a copy of its payload. Such frames are contiguous in memory and leave as one region. Throws
    /// std::bad_alloc before anything is queued.
    void push_copy(const wire::frame_header& header, const const_regions& payload);
    [[nodiscard]] bool wants_write() const { return !frames_.empty(); }
    /// Fills `slots` (at least 2) with the next bytes to write and returns how many it used; 0 if there are none.
    std::size_t write_regions(std::span<iovec> slots);
    void bytes_written(std::size_t count);
    /// `begun`: the link has taken the first byte of the first frame without counting it as written.
    void set_begun(bool begun) { begun_ = begun; }
    /// The frame of `message` takes its payload from other memory with the same size and content.
    void replace_payload(const outgoing& message, std::span<const std::byte> payload);
    /// Removes the frame of `message` from the queue and returns its header; returns nothing if a part of it has been
    /// written.
    std::optional<wire::frame_header> take_out(const outgoing& message);
    /// Removes all queued frames. Calls f(outgoing&) for each message among them.
    template <class F>
    void drop_frames(F f) {
        boost::circular_buffer<out_frame> dropped;
        dropped.swap(frames_);
        first_done_bytes_ = 0;
        first_pieces_.reset();
        for (auto& frame : dropped)
            if (frame.message) f(*frame.message);
    }

    // --- reading
    /// Fills `slots` (at least 2) with the places of the next bytes and returns how many it used, at least 1.
    std::size_t read_regions(std::span<iovec> slots);
    /// `count` bytes have been stored, in order, in the regions of the last read_regions().
    void bytes_read(std::size_t count);
    /// Bytes of the current payload that have not arrived yet.
    [[nodiscard]] std::uint64_t payload_left_bytes() const { return payload_left_; }
    /// Sets another place for the rest of the current payload.
    void retarget(std::span<std::byte> rest) { target_ = rest; }
    /// True between frames: if the stream ends here, no data are lost.
    [[nodiscard]] bool between_frames() const { return !in_payload_ && spill_end_ == 0; }

  private:
    using byte_vector = boost::container::vector<std::byte>;  // grows without writing zeros first

    struct out_frame {
        wire::header_buffer header;
        std::span<const std::byte> payload{};   // in one piece
        const const_regions* pieces = nullptr;  // in several pieces
        std::size_t payload_bytes = 0;
        outgoing* message = nullptr;
        byte_vector copies{};  // complete frames with their headers; then the other fields are not used
        [[nodiscard]] std::size_t size() const {
            return copies.empty() ? header.size() + payload_bytes : copies.size();
        }
    };

    [[nodiscard]] bool last_was_long() const { return last_payload_bytes_ > spill_bytes / 2; }
    void make_room_for_frame();
    void queue(out_frame&& frame);
    void advance_pieces(const out_frame& first);
    void take_predicted(const region_cursor<std::byte>& place, std::size_t count);
    void parse(std::span<const std::byte> bytes);
    bool begin_payload(const wire::frame_header& header, std::span<const std::byte> arrived);
    bool take_payload(std::span<const std::byte>& bytes);
    void take_in_place(std::size_t count);
    void finish_payload();

    frame_handler* handler_;
    channel* owner_;
    boost::circular_buffer<out_frame> frames_;  // keeps its memory
    std::size_t first_done_bytes_ = 0;          // of frames_.front()
    bool begun_ = false;                        // its first byte has been taken
    std::optional<region_cursor<const std::byte>>
        first_pieces_;   // the part of its payload in several pieces that has not left
    byte_vector spare_;  // memory for the next out_frame::copies
    static constexpr std::size_t most_copies_bytes = std::size_t{64} << 10;  // in one out_frame

    static constexpr std::size_t spill_bytes = std::size_t{32} << 10;
    static constexpr std::size_t read_ahead_bytes = std::size_t{2}
                                                    << 10;  // read after a long frame, so that less has to be copied
    std::unique_ptr<std::byte[]> spill_ = std::make_unique_for_overwrite<std::byte[]>(spill_bytes);
    std::size_t spill_end_ = 0;
    std::uint64_t last_payload_bytes_ = 0;  // of the last header

    bool in_payload_ = false;
    std::uint64_t payload_left_ = 0;
    region_cursor<std::byte> target_;
    region_cursor<std::byte> predicted_;  // the place of the bytes after the header that is being read
};

}  // namespace banyan::net::detail
