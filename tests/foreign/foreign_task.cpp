// One task of a run whose tasks are on hosts of different byte order: sends every type and plain messages of
// several sizes to every other task and checks every value that it gets. Exits with 1 at the first that is wrong.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "banyan/net/packer.hpp"
#include "banyan/net/session.hpp"
#include "banyan/net/unpacker.hpp"

using namespace banyan::net;

namespace {

constexpr tag typed_tag{1}, plain_tag{2};
// Eager, around the eager limit, and by rendezvous.
constexpr std::size_t plain_sizes[]{0, 1, 39, 1000, 65536, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5'000'001};

void expect(bool right, const std::string& what) {
    if (!right) throw std::runtime_error("wrong: " + what);
}

// Values that T can represent on every host; among them one of different bytes, and the limits.
template <class T>
std::vector<T> values() {
    using limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, long double>) {
        return {0, -1, 1.0L / 1024, std::ldexp(3.0L, 16000), std::ldexp(-5.0L, -16400), limits::infinity()};
    } else if constexpr (std::is_floating_point_v<T>) {
        return {0, T(1) / T(3), limits::max(), limits::lowest(), limits::denorm_min(), -limits::infinity()};
    } else if constexpr (sizeof(T) == 1) {
        return {T(0), T(1), static_cast<T>(0x7f), static_cast<T>(0x80), static_cast<T>(0xff)};
    } else {
        return {T(0), T(1), limits::min(), limits::max(), static_cast<T>(0x0123456789abcdef)};
    }
}

// Calls f with a value of each type that can be packed.
template <class F>
void for_each_type(F f) {
    const auto call = [&]<class... T>(std::tuple<T...>*) { (f(T{}), ...); };
    call(static_cast<std::tuple<bool, char, signed char, unsigned char, char8_t, char16_t, char32_t, wchar_t, short,
                                unsigned short, int, unsigned, long, unsigned long, long long, unsigned long long,
                                std::size_t, float, double, long double, std::byte>*>(nullptr));
}

template <>
std::vector<bool> values<bool>() {
    return {true, false, true};
}
template <>
std::vector<std::byte> values<std::byte>() {
    return {std::byte{0}, std::byte{0x80}, std::byte{0xff}};
}

const std::vector<std::vector<std::string>> names{{"north", "s\u00fcd"}, {}, {""}};

void send_types(const group& world, rank to) {
    packer out;
    for_each_type([&](auto example) {
        using T = decltype(example);
        const auto all = values<T>();
        out.pack(all);
        for (const T value : all)
            out.pack(value);
        if constexpr (!std::is_same_v<T, bool>) out.pack_strided(all.data(), (all.size() + 1) / 2, 2);
    });
    out.pack(names, std::string("text"), std::u16string(u"\u20ac"), 1.0L / 3, world.rank().value);
    world.send(to, typed_tag, out);
}

std::size_t check_types(const group& world, rank from) {
    unpacker in(world.recv(from, typed_tag));
    std::size_t checked = 0;
    for_each_type([&](auto example) {
        using T = decltype(example);
        const auto all = values<T>();
        const std::string name = "type " + std::to_string(checked) + " from rank " + std::to_string(from.value);
        expect(in.take<std::vector<T>>() == all, "array of " + name);
        for (const T value : all)
            expect(in.take<T>() == value, name);
        if constexpr (!std::is_same_v<T, bool>) {
            std::vector<T> again(all.size());
            in.unpack_strided(again.data(), (all.size() + 1) / 2, 2);
            for (std::size_t i = 0; i < all.size(); i += 2)
                expect(again[i] == all[i], "strided " + name);
        }
        checked += all.size();
    });
    expect(in.take<std::vector<std::vector<std::string>>>() == names, "nested strings");
    expect(in.take<std::string>() == "text", "string");
    expect(in.take<std::u16string>() == u"\u20ac", "u16string");
    const long double third = 1.0L / 3;  // rounded where this host has fewer bits
    expect(std::fabs(in.take<long double>() - third) <=
               std::numeric_limits<long double>::epsilon() * third + std::ldexp(1.0L, -64),
           "a third");
    expect(in.take<int>() == from.value, "rank");
    expect(in.done(), "items left over");
    return checked;
}

std::vector<std::byte> plain(std::size_t size, rank from) {
    std::vector<std::byte> bytes(size);
    std::uint32_t state = static_cast<std::uint32_t>(size) * 2654435761u + static_cast<std::uint32_t>(from.value);
    for (auto& b : bytes) {
        state = state * 1664525u + 1013904223u;
        b = static_cast<std::byte>(state >> 24);
    }
    return bytes;
}

void exchange(const group& world, rank other, std::size_t& values_checked) {
    send_types(world, other);
    values_checked += check_types(world, other);
    for (const std::size_t size : plain_sizes) {
        const auto mine = plain(size, world.rank());
        auto sent = world.async_send<std::byte>(other, plain_tag, mine);
        expect(world.recv(other, plain_tag).payload == plain(size, other),
               std::to_string(size) + " bytes from rank " + std::to_string(other.value));
        sent.wait();
    }
}

}  // namespace

int main() try {
    session here;
    const group& world = here.world();
    std::size_t values_checked = 0;
    for (int r = 0; r < world.size(); ++r)
        if (rank{r} != world.rank()) exchange(world, rank{r}, values_checked);
    std::printf("%s-endian rank: %zu values and %zu plain messages from each of %d tasks are right\n",
                std::endian::native == std::endian::big ? "big" : "little",
                values_checked / static_cast<std::size_t>(world.size() - 1), std::size(plain_sizes), world.size() - 1);
} catch (const std::exception& failed) {
    std::fprintf(stderr, "foreign_task: %s\n", failed.what());
    return 1;
}
