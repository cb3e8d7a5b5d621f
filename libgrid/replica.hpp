// The rules of a replicated array without messages and threads: one sequencer gives all writes one order, and every
// copy applies them in this order. Pure: no I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace banyan::grid {

enum class write_kind : std::int32_t {
    plain,
    conditional,  ///< only to the sequencer: the bytes are the expected ones, then the new ones
    refused       ///< only from the sequencer: a conditional write that found other bytes; no bytes
};

/// A write, at the head of its bytes in a message.
struct write_record {
    std::int32_t writer = 0;  ///< rank
    write_kind kind = write_kind::plain;
    std::uint64_t number = 0;      ///< of the writes of this rank, from 1
    std::uint64_t version = 0;     ///< place in the order of all writes, from 1; 0 before the sequencer
    std::uint64_t first_byte = 0;  ///< in the array
    std::uint64_t bytes = 0;       ///< that follow
};

/// The record and the bytes of a write, appended to a message.
void append_write(std::vector<std::byte>& message, const write_record& record, std::span<const std::byte> items);

/// What has become of a write.
struct write_outcome {
    std::uint64_t version = 0;  ///< its place in the order; refused: that of the write before it
    bool refused = false;
};

/// One copy. The batches of the sequencer are applied in the order in which they were sent.
class replica {
  public:
    replica(std::vector<std::byte> items, int rank) : items_(std::move(items)), rank_(rank) {}

    [[nodiscard]] std::span<const std::byte> items() const { return items_; }
    /// The number of writes that are applied, which is the version of the last one.
    [[nodiscard]] std::uint64_t version() const { return version_; }
    /// Throws part::error for a message that is no batch, and for a version that is not the next one.
    void apply(std::span<const std::byte> batch);
    /// The sequencer's part: gives each write of a message the next version, or refuses it if it is conditional,
    /// applies it to this copy and appends it to `batch`. The order is that in which messages arrive.
    void order(std::span<const std::byte> message, std::vector<std::byte>& batch);

    /// The record of the next write of this rank.
    write_record next_write(std::uint64_t first_byte, std::uint64_t bytes, write_kind kind = write_kind::plain);
    /// The outcome of an own write, once; nothing while it is not applied.
    std::optional<write_outcome> take_applied(std::uint64_t number);

  private:
    void apply(const write_record& record, std::span<const std::byte> items);

    std::vector<std::byte> items_;
    int rank_;
    std::uint64_t version_ = 0;
    std::uint64_t written_ = 0;
    std::unordered_map<std::uint64_t, write_outcome> applied_;  // own writes, by their number
};

}  // namespace banyan::grid
