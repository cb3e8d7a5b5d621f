#include "libgrid/replica.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "banyan/part/error.hpp"

namespace banyan::grid {
namespace {

// Calls visit(record, bytes) for each write of a message.
template <class Visit>
void each_write(std::span<const std::byte> message, Visit visit) {
    while (!message.empty()) {
        write_record record;
        if (message.size() < sizeof record)
            throw part::error("replicated_array: a message of " + std::to_string(message.size()) +
                              " bytes ends inside a record");
        std::memcpy(&record, message.data(), sizeof record);
        message = message.subspan(sizeof record);
        if (record.bytes > message.size())
            throw part::error("replicated_array: a write of " + std::to_string(record.bytes) + " bytes has only " +
                              std::to_string(message.size()));
        visit(record, message.first(record.bytes));
        message = message.subspan(record.bytes);
    }
}

void check_place(const write_record& record, std::size_t size) {
    if (record.first_byte > size || record.bytes > size - record.first_byte)
        throw part::error("replicated_array: a write of bytes " + std::to_string(record.first_byte) + " .. " +
                          std::to_string(record.first_byte + record.bytes) + ", allowed: up to " +
                          std::to_string(size));
}

}  // namespace

void append_write(std::vector<std::byte>& message, const write_record& record, std::span<const std::byte> items) {
    const auto head = std::as_bytes(std::span(&record, 1));
    message.insert(message.end(), head.begin(), head.end());
    message.insert(message.end(), items.begin(), items.end());
}

void replica::order(std::span<const std::byte> message, std::vector<std::byte>& batch) {
    each_write(message, [&](write_record record, std::span<const std::byte> items) {
        record.version = version_ + 1;
        if (record.kind == write_kind::conditional) {
            record.bytes = items.size() / 2;
            check_place(record, items_.size());
            const auto expected = items.first(record.bytes);
            const bool is_equal =
                std::ranges::equal(expected, std::span(items_).subspan(record.first_byte, record.bytes));
            record.kind = is_equal ? write_kind::plain : write_kind::refused;
            items = is_equal ? items.subspan(record.bytes) : items.first(0);
            record.bytes = items.size();
            record.version -= is_equal ? 0 : 1;
        }
        apply(record, items);
        append_write(batch, record, items);
    });
}

void replica::apply(std::span<const std::byte> batch) {
    each_write(batch, [&](const write_record& record, std::span<const std::byte> items) { apply(record, items); });
}

void replica::apply(const write_record& record, std::span<const std::byte> items) {
    const bool refused = record.kind == write_kind::refused;
    if (record.version != version_ + (refused ? 0 : 1))
        throw part::error("replicated_array: write " + std::to_string(record.version) + " follows write " +
                          std::to_string(version_));
    check_place(record, items_.size());
    if (!items.empty()) std::memcpy(items_.data() + record.first_byte, items.data(), items.size());
    version_ = record.version;
    if (record.writer == rank_) applied_.emplace(record.number, write_outcome{record.version, refused});
}

write_record replica::next_write(std::uint64_t first_byte, std::uint64_t bytes, write_kind kind) {
    return {.writer = rank_, .kind = kind, .number = ++written_, .first_byte = first_byte, .bytes = bytes};
}

std::optional<write_outcome> replica::take_applied(std::uint64_t number) {
    const auto found = applied_.find(number);
    if (found == applied_.end()) return std::nullopt;
    const write_outcome outcome = found->second;
    applied_.erase(found);
    return outcome;
}

}  // namespace banyan::grid
