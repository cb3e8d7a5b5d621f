// The numbers of tasks, hosts, ranks, tags and contexts, each with its own type: a rank cannot be passed as a tag.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <iosfwd>

namespace banyan::net {

/// A number that does not convert to another kind of number. `Kind` only distinguishes the types.
template <class Kind, class Rep>
struct strong_id {
    using rep = Rep;
    Rep value{};

    constexpr strong_id() = default;
    constexpr explicit strong_id(Rep v) : value(v) {}
    friend constexpr auto operator<=>(strong_id, strong_id) = default;
    /// Not printed; print `value`. Without this line the compiler would list all overloads of the standard library.
    template <class C, class Traits>
    friend void operator<<(std::basic_ostream<C, Traits>&, strong_id) = delete;
};

/// One process of a virtual machine. Bits 18..29 are the host, bits 0..17 a number on it, as in the tids of PVM 3.
/// Valid ids are > 0; 0 is not a task.
struct task_id : strong_id<struct task_id_kind, std::uint32_t> {
    using strong_id::strong_id;
    static constexpr int local_bits = 18;
    static constexpr std::uint32_t max_host = (1u << 12) - 1;
    static constexpr std::uint32_t max_local = (1u << local_bits) - 1;

    static constexpr task_id make(std::uint32_t host, std::uint32_t local) {
        return task_id{(host << local_bits) | (local & max_local)};
    }
    [[nodiscard]] constexpr std::uint32_t host_part() const { return value >> local_bits & max_host; }
    [[nodiscard]] constexpr std::uint32_t local_part() const { return value & max_local; }
};

/// One host of a virtual machine, 1..4095: the host part of its tasks' ids.
struct host_id : strong_id<struct host_id_kind, std::uint32_t> {
    using strong_id::strong_id;
};

/// Position of a task in a group, 0 .. size-1.
struct rank : strong_id<struct rank_kind, int> {
    using strong_id::strong_id;
};

/// A number that the sender gives to a message: any 32-bit value.
struct tag : strong_id<struct tag_kind, std::int32_t> {
    using strong_id::strong_id;
};

/// A separate message space: a receive in one context never matches a message of another. Context 0 is the default of a
/// mailbox. Programs may use contexts up to 2^31 - 1, for messages and for groups that they make. Higher contexts
/// belong to the world group and to the groups made by split, duplicate, subgroup and shrink.
struct context_id : strong_id<struct context_id_kind, std::uint32_t> {
    using strong_id::strong_id;
};

}  // namespace banyan::net

template <class Id>
requires requires(Id id) {
    typename Id::rep;
    id.value;
}
struct std::hash<Id> {
    std::size_t operator()(Id id) const noexcept { return std::hash<typename Id::rep>{}(id.value); }
};
