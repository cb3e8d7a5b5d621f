// The parameters of one rank's collective call: compared with another rank's, encoded for sending, described in text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "libnet/collectives/collective_tag.hpp"

namespace banyan::net {

/// The parameters of a collective that must be equal on all ranks. The names are borrowed.
struct collective_call {
    static constexpr std::int32_t no_root = -1;
    static constexpr std::uint64_t any_length = ~std::uint64_t{0};

    collective_kind kind = collective_kind::barrier;
    std::int32_t root = no_root;
    std::uint64_t bytes = any_length;  ///< of one rank's items
    std::string_view item_type{};      ///< std::type_info::name(), "" where unknown
    std::string_view operation{};      ///< as item_type
    std::string_view algorithm{};      ///< "" where there is no choice
};

/// One rank and its call.
struct calling_rank {
    int rank;
    collective_call call;
};

/// "its 5th collective of this group" for sequence number 4.
std::string ordinal_text(std::uint64_t sequence);

/// The name of the collective that a tag of a collective context belongs to. The tag itself is internal and is not
/// shown.
inline std::string_view collective_name(tag t) {
    constexpr int shift = collective_tag::phase_bits + collective_tag::sequence_bits;
    return name_of(static_cast<collective_kind>(static_cast<std::uint32_t>(t.value) >> shift));
}
/// The number of that collective in its group, counted from 1.
constexpr std::uint32_t collective_number(tag t) {
    return (static_cast<std::uint32_t>(t.value) & ((1u << collective_tag::sequence_bits) - 1)) + 1;
}

/// One line that names both ranks and the difference between their calls with the same sequence number; "" if there is
/// no difference. Empty names are not compared.
std::string difference(const calling_rank& a, const calling_rank& b, std::uint64_t sequence);

/// Encodes a call for tasks of any architecture. Long names are cut so that the result has at most `most_packed_bytes`.
inline constexpr std::size_t most_packed_bytes = 1024;
std::vector<std::byte> packed(const collective_call& call, std::uint64_t sequence, bool with_names);

/// A call received from another rank. Throws the errors of unpacker.
class reported_call {
  public:
    explicit reported_call(std::vector<std::byte> bytes);
    reported_call(const reported_call&) = delete;
    reported_call& operator=(const reported_call&) = delete;

    [[nodiscard]] const collective_call& call() const { return call_; }
    [[nodiscard]] std::uint64_t sequence() const { return sequence_; }

  private:
    std::string item_type_, operation_, algorithm_;
    collective_call call_;
    std::uint64_t sequence_ = 0;
};

}  // namespace banyan::net
