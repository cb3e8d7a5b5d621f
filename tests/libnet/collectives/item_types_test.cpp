// Items of any size and alignment go through every algorithm with real messages: no byte is lost, and an operation gets
// items that have the alignment of their type.
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "banyan/net/thread_world.hpp"
#include "libnet/collectives/host_numbers.hpp"
#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/collective_traits.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"

namespace item_types_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr auto limit = 30s;

/// The function x -> scale x + shift modulo 256 in the first two bytes. The other bytes follow from them, so a byte
/// that is lost makes another item.
template <std::size_t Bytes, std::size_t Alignment>
struct alignas(Alignment) affine_function {
    std::array<unsigned char, Bytes> bytes{};
    friend bool operator==(const affine_function&, const affine_function&) = default;
};

template <class T>
T function_of(unsigned scale, unsigned shift) {
    T made;
    for (unsigned i = 0; i < made.bytes.size(); ++i)
        made.bytes[i] = static_cast<unsigned char>(i == 0 ? scale : i == 1 ? shift : scale * i + shift);
    return made;
}

/// Notes an item that does not have the alignment of its type. The compiler may not assume anything of the address.
struct alignment_check {
    std::atomic<bool>* failed;

    template <class T>
    void operator()(const T& item) const {
        const volatile std::uintptr_t address = reinterpret_cast<std::uintptr_t>(&item);
        if (address % alignof(T) != 0) *failed = true;
    }
};

/// First `a`, then `b`: associative, but it does not commute.
struct composition {
    alignment_check check;

    template <class T>
    T operator()(const T& a, const T& b) const {
        check(a);
        check(b);
        const unsigned scale = b.bytes[0];
        return function_of<T>(scale * a.bytes[0], scale * a.bytes[1] + b.bytes[1]);
    }
};

struct addition {
    alignment_check check;

    template <class T>
    T operator()(const T& a, const T& b) const {
        check(a);
        check(b);
        return function_of<T>(unsigned{a.bytes[0]} + b.bytes[0], unsigned{a.bytes[1]} + b.bytes[1]);
    }
};

}  // namespace
}  // namespace item_types_test

template <std::size_t Bytes, std::size_t Alignment>
inline constexpr bool
    banyan::net::is_commutative<item_types_test::addition, item_types_test::affine_function<Bytes, Alignment>> = true;

namespace item_types_test {
namespace {

/// One call of a collective. Its root is the last rank.
template <class T, class Op>
struct typed_call {
    const group& world;
    const algorithm& how;
    std::size_t length;  // items of one rank, or of a block
    Op op;

    using items = std::vector<T>;

    [[nodiscard]] int me() const { return world.rank().value; }
    [[nodiscard]] rank root() const { return rank{world.size() - 1}; }
    [[nodiscard]] bool on_root() const { return world.rank() == root(); }
    [[nodiscard]] std::size_t all() const { return length * static_cast<std::size_t>(world.size()); }
    [[nodiscard]] std::size_t place_of_me() const { return length * static_cast<std::size_t>(me()); }

    // Segments of 2 items, which do not divide the odd lengths.
    [[nodiscard]] collective_options options() const {
        collective_options with_segments = with_algorithm(how.name, limit);
        with_segments.segment_bytes = 2 * sizeof(T);
        return with_segments;
    }
    [[nodiscard]] bool fits() const {
        const std::vector<int> hosts = host_numbers(world);
        return !how.fits || how.fits({.rank = me(),
                                      .size = world.size(),
                                      .root = root().value,
                                      .items = length,
                                      .commutative = is_commutative<Op, T>,
                                      .host_of = hosts});
    }

    // `count` items of rank r, from number `first` on. The scales are odd, so that no composition forgets its operand.
    static items of_rank(int r, std::size_t first, std::size_t count) {
        items made;
        for (std::size_t i = first; i < first + count; ++i)
            made.push_back(function_of<T>(2 * (static_cast<unsigned>(r) * 7 + static_cast<unsigned>(i)) + 1,
                                          static_cast<unsigned>(r) * 13 + static_cast<unsigned>(i) * 5));
        return made;
    }
    [[nodiscard]] items mine() const { return of_rank(me(), 0, length); }
    // The blocks of all ranks that begin at item `first`.
    [[nodiscard]] items blocks(std::size_t first) const {
        items together;
        for (int r = 0; r < world.size(); ++r)
            for (const T& one : of_rank(r, first, length))
                together.push_back(one);
        return together;
    }
    // The items of the ranks 0 to end - 1, from number `first` on, combined in this order.
    [[nodiscard]] items combined(int end, std::size_t first) const {
        items result = of_rank(0, first, length);
        for (int r = 1; r < end; ++r) {
            const items next = of_rank(r, first, length);
            for (std::size_t i = 0; i < length; ++i)
                result[i] = op(result[i], next[i]);
        }
        return result;
    }

    // --- each returns whether the result is right
    [[nodiscard]] bool reduces() const {
        items got(length), everywhere = mine();
        if (how.kind == collective_kind::reduce) {
            reduce(world, mine(), got, op, root(), options());
            return got == (on_root() ? combined(world.size(), 0) : items(length));
        }
        allreduce(world, everywhere, op, options());
        return everywhere == combined(world.size(), 0);
    }
    [[nodiscard]] bool scans() const {
        items got(length);
        if (how.kind == collective_kind::scan) {
            scan(world, mine(), got, op, options());
            return got == combined(me() + 1, 0);
        }
        exclusive_scan(world, mine(), got, op, options());
        return got == (me() == 0 ? items(length) : combined(me(), 0));
    }
    [[nodiscard]] bool reduces_and_scatters() const {
        items got(length);
        reduce_scatter(world, of_rank(me(), 0, all()), got, op, options());
        return got == combined(world.size(), place_of_me());
    }
    [[nodiscard]] bool broadcasts() const {
        items got = on_root() ? mine() : items(length);
        broadcast(world, got, root(), options());
        return got == of_rank(root().value, 0, length);
    }
    [[nodiscard]] bool gathers() const {
        items got(how.kind == collective_kind::allgather || on_root() ? all() : 0);
        if (how.kind == collective_kind::allgather)
            allgather(world, mine(), got, options());
        else
            gather(world, mine(), got, root(), options());
        return got.empty() || got == blocks(0);
    }
    [[nodiscard]] bool scatters() const {
        items got(length);
        scatter(world, on_root() ? blocks(0) : items(), got, root(), options());
        return got == mine();
    }
    [[nodiscard]] bool exchanges() const {
        items got(all());
        alltoall(world, of_rank(me(), 0, all()), got, options());
        return got == blocks(place_of_me());
    }

    [[nodiscard]] bool is_right() const {
        switch (how.kind) {
            case collective_kind::reduce:
            case collective_kind::allreduce:
                return reduces();
            case collective_kind::scan:
            case collective_kind::exclusive_scan:
                return scans();
            case collective_kind::reduce_scatter:
                return reduces_and_scatters();
            case collective_kind::broadcast:
                return broadcasts();
            case collective_kind::gather:
            case collective_kind::allgather:
                return gathers();
            case collective_kind::scatter:
                return scatters();
            case collective_kind::alltoall:
                return exchanges();
            default:
                return true;  // no items, or those of a test of its own
        }
    }
};

template <class T, class Op>
void check_call(const typed_call<T, Op>& call, findings& found) {
    if (!call.fits()) return;
    const std::string name = std::string(name_of(call.how.kind)) + " " + std::string(call.how.name) + ", items of " +
                             std::to_string(sizeof(T)) + " bytes, length " + std::to_string(call.length);
    found.expect(call.is_right(), name);
}

template <class T>
void check_type(const group& world, findings& found, std::atomic<bool>& misaligned) {
    const auto p = static_cast<std::size_t>(world.size());
    for (const algorithm* how : all_algorithms())
        for (const std::size_t length : {std::size_t{1}, 2 * p + 1}) {
            check_call<T, composition>({world, *how, length, {{&misaligned}}}, found);
            if (is_reduction(how->kind)) check_call<T, addition>({world, *how, length, {{&misaligned}}}, found);
        }
}

}  // namespace

TEST_CASE("Items of any size and alignment go through every algorithm") {
    const int size = any_size({1, 2, 3, 5, 8});
    findings found;
    std::atomic<bool> misaligned{false};
    run_threads(size, [&](group& world) {
        check_type<affine_function<3, 1>>(world, found, misaligned);
        check_type<affine_function<12, 4>>(world, found, misaligned);
        check_type<affine_function<104, 8>>(world, found, misaligned);
        check_type<affine_function<256, 128>>(world, found, misaligned);
    });
    CHECK(found.first() == "");
    CHECK_FALSE(misaligned);
}

}  // namespace item_types_test
