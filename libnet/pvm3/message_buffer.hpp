// A message buffer of a task: a message that is being packed, or one that was received and is being unpacked.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "libnet/pvm3/packed_message.hpp"

namespace banyan::pvm3 {

class message_buffer {
  public:
    /// An empty buffer. `pvm_encoding`: PvmDataDefault, PvmDataRaw, PvmDataInPlace, or PvmDataTrace for an
    /// event of the program, which begins with its time.
    explicit message_buffer(int pvm_encoding);
    /// A buffer with a received message, or with one that was packed into another message.
    explicit message_buffer(packed_message received) : message(std::move(received)) {}

    /// If `pvm_encoding` is one that the constructor and pvm_initsend accept.
    static bool valid_encoding(int pvm_encoding);

    /// Header and packed bytes. The bytes of an in-place buffer are not here but in regions().
    packed_message message;
    int destination = 0;  // tid to which the message was sent last; only pvm_getminfo shows it
    bool queued = false;  // the message still waits in the queue; pvm_probe has given the buffer to the program

    std::uint64_t serial = 0;  // buffers that a table made later have larger numbers

    [[nodiscard]] bool in_place() const { return in_place_; }
    /// PvmDataTrace: each pack puts the type and the number of the values in front.
    [[nodiscard]] bool describes_values() const { return describes_values_; }
    /// The lengths are those of XDR, and an array of bytes is padded.
    [[nodiscard]] bool is_xdr() const { return has_xdr_lengths(message.encoding); }
    /// The numbers of a body with the lengths of XDR do not have the byte order of this host.
    [[nodiscard]] bool is_swapped() const { return byte_order_of(message.encoding) != std::endian::native; }
    /// If this host can read the body.
    [[nodiscard]] bool readable() const { return is_xdr() || message.encoding == raw_encoding; }
    /// Bytes of the body.
    [[nodiscard]] std::size_t length() const { return message.body.size() + region_bytes_; }

    /// The memory to send, in order. An in-place buffer borrows it from the program; valid until the buffer changes.
    [[nodiscard]] std::vector<std::span<const std::byte>> regions() const;
    /// A copy of the body. The memory of an in-place buffer is read now.
    [[nodiscard]] std::vector<std::byte> copied_body() const;
    /// A copy of the body with the byte order of another encoding with the lengths of XDR. Nothing if the widths of the
    /// numbers are not known, because not every byte was noted by note_values().
    [[nodiscard]] std::optional<std::vector<std::byte>> body_in(int encoding) const;

    /// Gets the memory for `more` bytes at once. The bytes that follow then need no further copies.
    void expect(std::size_t more);
    /// Adds bytes at the end.
    void append(const void* bytes, std::size_t count);
    /// Adds zeros until the length is a multiple of 4.
    void pad();
    /// Remembers that the next `bytes` bytes that were not noted yet are numbers of `width` bytes; 1 for texts.
    void note_values(std::size_t width, std::size_t bytes);
    /// The same for the body of `inner`, which is added next, if the widths of its numbers are known.
    void note_values_of(const message_buffer& inner);
    /// Remembers memory of the program, which is read when the message is sent. Only for an in-place buffer.
    void borrow(const void* memory, std::size_t bytes);

    /// Bytes that have not been unpacked yet.
    [[nodiscard]] std::size_t remaining() const { return message.body.size() - cursor_; }
    /// The next `bytes` bytes of the body, which must remain; continues after them.
    const std::byte* take(std::size_t bytes);
    /// The position of the next byte to unpack.
    [[nodiscard]] std::size_t cursor() const { return cursor_; }
    /// Continues at an earlier position.
    void rewind(std::size_t cursor) { cursor_ = cursor; }

  private:
    struct noted_values {
        std::uint32_t width, bytes;
    };
    [[nodiscard]] std::vector<noted_values> all_noted() const;

    std::vector<noted_values> noted_;  // without the last ones: a buffer with values of one width needs no memory here
    noted_values last_noted_{1, 0};
    std::size_t noted_bytes_ = 0;
    std::vector<std::span<const std::byte>> borrowed_;
    std::size_t region_bytes_ = 0;
    std::size_t cursor_ = 0;
    bool in_place_ = false;
    bool describes_values_ = false;
};

}  // namespace banyan::pvm3
