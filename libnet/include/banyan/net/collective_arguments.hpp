// The arguments of a collective call with their types erased: what collectives.hpp passes to the library.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <typeinfo>

#include "banyan/net/collective_kind.hpp"
#include "banyan/net/collective_options.hpp"
#include "banyan/net/group.hpp"
#include "banyan/net/item_range.hpp"
#include "banyan/net/operations.hpp"

namespace banyan::net::detail {

/// An operation on arrays of items, with its type erased: out[i] = op(left[i], right[i]), i < items. `out` may be
/// `left` or `right`.
struct combiner {
    const void* op;
    void (*apply)(const void* op, const std::byte* left, const std::byte* right, std::byte* out, std::size_t items);
    std::size_t item_bytes;
    std::size_t alignment;
    const char* item_type;
    const char* operation;
    bool commutative;
    bool exact;
};

/// The name of a type, for comparison between ranks and for error messages; "" if the program is compiled without type
/// information.
template <class T>
const char* type_name() {
#ifdef __cpp_rtti
    return typeid(T).name();
#else
    return "";
#endif
}

template <class T, class Op>
void apply_to_items(const void* op, const std::byte* left, const std::byte* right, std::byte* out, std::size_t items) {
    const auto* a = reinterpret_cast<const T*>(left);
    const auto* b = reinterpret_cast<const T*>(right);
    auto* result = reinterpret_cast<T*>(out);
    for (std::size_t i = 0; i < items; ++i)
        result[i] = std::invoke(*static_cast<const Op*>(op), a[i], b[i]);
}

template <class T, class Op>
combiner make_combiner(const Op& op) {
    constexpr bool right = reduction_of<Op, T>;
    static_assert(
        right,
        "reduction_of: the operation takes two items and returns one; the items of a vector, array or span are "
        "its elements");
    if constexpr (right)
        return {&op,
                &apply_to_items<T, Op>,
                sizeof(T),
                alignof(T),
                type_name<T>(),
                type_name<Op>(),
                is_commutative<Op, T>,
                is_exact<Op, T>};
    else
        return {};
}

/// The arguments of one call. libnet/schedules/collective_shape.hpp defines the contents of input and output for each
/// kind. All memory is borrowed.
struct collective_arguments {
    collective_kind kind = collective_kind::barrier;
    std::span<const std::byte> input{};
    std::span<std::byte> output{};
    std::size_t item_bytes = 1;
    const char* item_type = "";
    rank root{0};
    std::optional<combiner> op{};
    std::span<const std::size_t> counts{};          ///< items of each rank's block, where they differ
    std::span<const std::size_t> receive_counts{};  ///< alltoall_varying: items from each rank
    /// alltoall_varying: items from each rank to each rank, p x p, one row per sender; empty if not known.
    std::span<const std::size_t> matrix{};
};

/// Two ranges of a collective hold items of one type.
template <class R, class S>
consteval void expect_same_items() {
    constexpr bool same_type = std::is_same_v<item_type_t<R>, item_type_t<S>>;
    static_assert(same_type, "both ranges of a collective hold items of the same type");
}

/// Returns true. The operation is not the name of an algorithm, which is given as the last argument.
template <class Op>
consteval bool expect_operation() {
    constexpr bool no_name = !std::convertible_to<Op, std::string_view>;
    static_assert(no_name, "with_algorithm: give the name of an algorithm as with_algorithm(name)");
    return no_name;
}

/// Arguments of a collective of items of type T.
template <class T>
collective_arguments arguments_for(collective_kind kind, std::span<const std::byte> input, std::span<std::byte> output,
                                   rank root = rank{0}) {
    return {.kind = kind,
            .input = input,
            .output = output,
            .item_bytes = sizeof(T),
            .item_type = type_name<T>(),
            .root = root};
}
/// Arguments of a reduction. Borrows `op`.
template <class T, class Op>
collective_arguments arguments_for_reduction(collective_kind kind, std::span<const std::byte> input,
                                             std::span<std::byte> output, const Op& op, rank root = rank{0}) {
    collective_arguments made = arguments_for<T>(kind, input, output, root);
    made.op = make_combiner<T>(op);
    return made;
}

/// True if the sum of the counts is `items`. A sum beyond 2^64 does not wrap.
inline bool add_up_to(std::span<const std::size_t> counts, std::size_t items) {
    for (const std::size_t count : counts) {
        if (count > items) return false;
        items -= count;
    }
    return items == 0;
}

/// Throws errc::invalid_argument, naming the collective, if the items to send and the result share memory.
void expect_apart(collective_kind kind, std::span<const std::byte> input, std::span<const std::byte> output);

/// Checks the arguments, chooses the algorithm and carries the collective out. Blocks.
void run_collective(const group& g, const collective_arguments& arguments, const collective_options& how);

}  // namespace banyan::net::detail
