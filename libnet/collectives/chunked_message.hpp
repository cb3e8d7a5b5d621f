// A long message of scattered items in chunks: each is a message of its own. The first one begins with a header, so
// that the receiver needs no agreement about the chunks.
//
//   bytes   0 .. 7    "scatterd"
//   bytes   8 .. 15   length of all chunks together, little-endian
//   bytes  16 .. 23   length of each chunk after the first one, except the last; little-endian
//   bytes  24 ..      the first chunk; its length is that of the message less 24
#pragma once

#include <array>
#include <optional>

#include "banyan/net/scattered_messages.hpp"
#include "libnet/collectives/scratch.hpp"

namespace banyan::net {

inline constexpr std::size_t chunk_header_bytes = 24;
/// Shorter chunks cost more in messages than in copying. Longer ones do not fit into the CPU cache and need the
/// rendezvous.
inline constexpr std::size_t least_chunk_bytes = std::size_t{8} << 10, most_chunk_bytes = std::size_t{256} << 10;

/// The chunks of a message, and where the sender and the receiver keep them. There are two places that the chunks use
/// in turn. If there are more than two chunks, none is longer than the first.
struct chunk_layout {
    std::size_t total = 0;  ///< bytes of all chunks
    std::size_t first = 0;  ///< bytes of chunk 0
    std::size_t each = 0;   ///< bytes of the others, except the last

    [[nodiscard]] bool is_valid() const;
    [[nodiscard]] std::size_t count() const;
    [[nodiscard]] std::size_t begin(std::size_t chunk) const { return chunk == 0 ? 0 : first + (chunk - 1) * each; }
    [[nodiscard]] std::size_t length(std::size_t chunk) const;
    /// The offset of the chunk's place in `total` bytes.
    [[nodiscard]] std::size_t place(std::size_t chunk) const { return chunk % 2 == 0 ? 0 : first; }
};

/// The chunks in which send_scattered sends `bytes` bytes to `to`, if a byte of these items takes `copy_s` seconds to
/// copy. `how.way` is not `plain`.
chunk_layout chunks_for_one(const group& g, rank to, std::size_t bytes, const scattered_options& how, double copy_s);
/// The two parts, or the one message, in which gather_scattered sends the items of a rank to the root.
chunk_layout parts_for_root(const group& g, rank root, std::size_t bytes, const scattered_options& how, double copy_s);
/// The number of groups in which scatter_scattered sends `bytes` bytes to each rank; 0: the plain way. Equal on all
/// ranks: they have the same network model when the collectives that were started before have ended. Blocks until then,
/// unless `how.way` is `plain`.
int groups_for_scatter(const group& g, std::size_t bytes, const scattered_options& how);

/// Writes the header of a message with these chunks to the first chunk_header_bytes of `message`.
void write_chunk_header(std::span<std::byte> message, const chunk_layout& layout);
/// The chunks that a first message announces. Nothing for a message of another form.
std::optional<chunk_layout> announced_chunks(std::span<const std::byte> message);

/// Packs the bytes from `begin` on, or unpacks them, in parts. Between the parts other messages make progress.
void pack_in_parts(const group& g, std::size_t begin, std::span<std::byte> to, const pack_function& pack);
void unpack_in_parts(const group& g, std::size_t begin, std::span<const std::byte> from, const unpack_function& unpack);

/// Functions that copy the bytes of the pieces, in order and once. They borrow the pieces.
pack_function packer_of(const const_regions& pieces);
unpack_function unpacker_of(const regions& pieces);

/// Sends a message in chunks. Borrows everything. Must not be moved while messages are in transit.
class chunk_sender {
  public:
    chunk_sender(const group& g, rank to, tag t, std::size_t total, const pack_function& pack);

    /// Packs the first `bytes`, at most those of the first chunk, and returns the seconds for each byte. At most once,
    /// before send().
    double pack_sample(std::size_t bytes);
    /// Packs and sends. `layout.total` is that of the constructor. Blocks until the memory of all chunks may be reused.
    void send(const chunk_layout& layout, deadline until);

  private:
    void pack(std::size_t begin, std::span<std::byte> to);

    const group& g_;
    rank to_;
    tag tag_;
    std::size_t total_;
    const pack_function& pack_;
    std::size_t packed_ = 0;
    scratch memory_;  // header and two places
    std::array<request, 2> sends_;
};

/// Receives a message in chunks. The constructor starts the receive of the first one. Borrows everything.
class chunk_receiver {
  public:
    chunk_receiver(const group& g, rank from, tag t, std::size_t total, const unpack_function& unpack);
    chunk_receiver(const chunk_receiver&) = delete;
    chunk_receiver& operator=(const chunk_receiver&) = delete;
    ~chunk_receiver() = default;

    [[nodiscard]] bool is_done() const { return taken_ > 0 && taken_ == layout_.count(); }
    /// Waits for the next chunk, starts the receive of the one after it, and unpacks. Throws as recv_scattered().
    void take_next(deadline until);

  private:
    void read_header(const group_message_info& info, deadline until);
    [[noreturn]] void refuse_total(deadline until);
    [[nodiscard]] std::span<std::byte> place(std::size_t chunk) const;
    void unpack(std::size_t begin, std::span<const std::byte> from);

    const group& g_;
    rank from_;
    tag tag_;
    std::size_t total_;
    const unpack_function& unpack_;
    chunk_layout layout_;
    std::size_t taken_ = 0;
    scratch memory_;
    std::array<group_request, 2> receives_;
};

}  // namespace banyan::net
