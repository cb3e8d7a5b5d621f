// Operations for reductions, and what is known about an operation: whether it commutes, and whether it is exact.
//
//   double hottest = allreduce_value(world, mine, op::max());
//   auto [value, index] = allreduce_value(world, located<double>{residual, cell}, op::max_location());
//
// All are associative for integers, and constexpr. For floating point:
//
//   sum, product  depend on the association, because each step is rounded
//   min, max      if an operand is not a number, the result is std::numeric_limits<T>::quiet_NaN(); -0 is less than +0.
//                 So the result does not depend on the order or association
//   min_location, max_location
//                 the same, but a value that is not a number is taken before all others
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

namespace banyan::net {

/// A value and where it is, such as a rank or the index of a cell.
template <class T, class Index = std::int64_t>
struct located {
    T value{};
    Index index{};
    friend constexpr bool operator==(const located&, const located&) = default;
};

namespace op {

namespace detail {

template <class T>
constexpr bool is_nan(const T& value) {
    if constexpr (std::floating_point<T>)
        return value != value;
    else
        return false;
}

/// Unsigned arithmetic of at least the width of int, which wraps.
template <std::integral T>
using wrapping_t = std::common_type_t<std::make_unsigned_t<T>, unsigned>;

/// True if `a` goes before `b`: the smaller one for min_location, the greater one for max_location.
template <bool less, class T, class Index>
constexpr bool is_before(const located<T, Index>& a, const located<T, Index>& b) {
    if (is_nan(a.value) || is_nan(b.value)) {
        if (is_nan(a.value) && is_nan(b.value)) return a.index < b.index;
        return is_nan(a.value);
    }
    if (a.value < b.value) return less;
    if (b.value < a.value) return !less;
    return a.index < b.index;
}

}  // namespace detail

/// a + b. Integers wrap around at the ends of T, also signed ones. bool: a or b.
struct sum {
    template <class T>
    constexpr T operator()(const T& a, const T& b) const {
        if constexpr (std::same_as<T, bool>) {
            return a || b;
        } else if constexpr (std::integral<T>) {
            using wrapping = detail::wrapping_t<T>;
            return static_cast<T>(static_cast<wrapping>(a) + static_cast<wrapping>(b));
        } else {
            return a + b;
        }
    }
};

/// a * b. Integers wrap around at the ends of T, also signed ones. bool: a and b.
struct product {
    template <class T>
    constexpr T operator()(const T& a, const T& b) const {
        if constexpr (std::same_as<T, bool>) {
            return a && b;
        } else if constexpr (std::integral<T>) {
            using wrapping = detail::wrapping_t<T>;
            return static_cast<T>(static_cast<wrapping>(a) * static_cast<wrapping>(b));
        } else {
            return a * b;
        }
    }
};

/// The smaller operand; the first of equal ones. Types other than numbers need operator<.
struct min {
    template <class T>
    constexpr T operator()(const T& a, const T& b) const {
        if constexpr (std::floating_point<T>) {
            if (detail::is_nan(a) || detail::is_nan(b)) return std::numeric_limits<T>::quiet_NaN();
            if (a == 0 && b == 0) return -(-a + -b);  // -0 if one of them is
        }
        return b < a ? b : a;
    }
};

/// The greater operand; the first of equal ones. Types other than numbers need operator<.
struct max {
    template <class T>
    constexpr T operator()(const T& a, const T& b) const {
        if constexpr (std::floating_point<T>) {
            if (detail::is_nan(a) || detail::is_nan(b)) return std::numeric_limits<T>::quiet_NaN();
            if (a == 0 && b == 0) return a + b;  // +0 if one of them is
        }
        return a < b ? b : a;
    }
};

/// The operand with the smaller value. Of equal values (-0 equals +0 here), that with the smaller index. Operands with
/// the same value and index count as the same item.
struct min_location {
    template <class T, class Index>
    constexpr located<T, Index> operator()(const located<T, Index>& a, const located<T, Index>& b) const {
        return detail::is_before<true>(b, a) ? b : a;
    }
};

/// The operand with the greater value. Of equal values, that with the smaller index, as min_location.
struct max_location {
    template <class T, class Index>
    constexpr located<T, Index> operator()(const located<T, Index>& a, const located<T, Index>& b) const {
        return detail::is_before<false>(b, a) ? b : a;
    }
};

/// Bit by bit, for integers.
struct bit_and {
    template <std::integral T>
    constexpr T operator()(T a, T b) const {
        return static_cast<T>(a & b);
    }
};
struct bit_or {
    template <std::integral T>
    constexpr T operator()(T a, T b) const {
        return static_cast<T>(a | b);
    }
};
struct bit_xor {
    template <std::integral T>
    constexpr T operator()(T a, T b) const {
        return static_cast<T>(a ^ b);
    }
};

/// 1 or 0 in the type of the operands, for numbers and bool. An operand counts as true unless it is 0.
struct logical_and {
    template <class T>
    requires std::is_arithmetic_v<T>
    constexpr T operator()(T a, T b) const { return static_cast<T>(a != T{} && b != T{}); }
};
struct logical_or {
    template <class T>
    requires std::is_arithmetic_v<T>
    constexpr T operator()(T a, T b) const { return static_cast<T>(a != T{} || b != T{}); }
};

namespace detail {

template <class Op, class... Candidates>
inline constexpr bool is_one_of = (std::same_as<Op, Candidates> || ...);

template <class Op, class T>
inline constexpr bool adds_or_multiplies =
    is_one_of<Op, sum, product, std::plus<>, std::plus<T>, std::multiplies<>, std::multiplies<T>>;

template <class Op, class T>
inline constexpr bool is_bitwise = is_one_of<Op, bit_and, bit_or, bit_xor, std::bit_and<>, std::bit_and<T>,
                                             std::bit_or<>, std::bit_or<T>, std::bit_xor<>, std::bit_xor<T>>;

template <class Op, class T>
inline constexpr bool is_logical = is_one_of<Op, logical_and, logical_or, std::logical_and<>, std::logical_and<T>,
                                             std::logical_or<>, std::logical_or<T>>;

template <class Op, class T>
inline constexpr bool selects = is_one_of<Op, min, max>&& std::is_arithmetic_v<T>;
template <class Op, class T, class Index>
inline constexpr bool selects<Op, located<T, Index>> =
    is_one_of<Op, min_location, max_location>&& std::is_arithmetic_v<T>&& std::integral<Index>;

template <class Op, class T>
inline constexpr bool known_exact = selects<Op, T> || (is_bitwise<Op, T> && std::integral<T>) ||
                                    (is_logical<Op, T> && std::is_arithmetic_v<T>) ||
                                    (adds_or_multiplies<Op, T> && std::integral<T>);

}  // namespace detail
}  // namespace op

/// An operation that a reduction of items of type T can use: a function of two items whose result is an item.
template <class Op, class T>
concept reduction_of = std::is_invocable_v<const Op&, const T&, const T&> &&
    std::is_assignable_v<T&, std::invoke_result_t<const Op&, const T&, const T&>>;

/// True if op(a, b) and op(b, a) are the same for all items of type T. Reductions of such an operation may combine
/// items in another order than that of the ranks. False where it is not known. A program may specialize it for an
/// operation of its own:
///
///   template <> inline constexpr bool banyan::net::is_commutative<my_operation, my_item> = true;
template <class Op, class T>
inline constexpr bool is_commutative = op::detail::known_exact<Op, T> ||
                                       (op::detail::adds_or_multiplies<Op, T> && std::is_arithmetic_v<T>);

/// True if the result for many items of type T does not depend on how they are associated: integers (that do not
/// overflow, in the operations of <functional>), min, max, bit and logical operations; not sums of floating point. Then
/// every algorithm gives the same result, bit for bit. False where it is not known. A program may specialize it.
template <class Op, class T>
inline constexpr bool is_exact = op::detail::known_exact<Op, T>;

}  // namespace banyan::net
