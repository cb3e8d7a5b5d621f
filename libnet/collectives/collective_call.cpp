#include "libnet/collectives/collective_call.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "banyan/net/packer.hpp"
#include "banyan/net/unpacker.hpp"

namespace banyan::net {
namespace {

constexpr std::size_t most_name_bytes = 400;

std::string readable(std::string_view type_name) {
    int status = 0;
    const std::string mangled(type_name);
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
    return name && status == 0 ? std::string(name.get()) : mangled;
}

const char* suffix_of(std::uint64_t number) {
    if (number % 100 / 10 == 1) return "th";
    const char* const suffixes[] = {"th", "st", "nd", "rd"};
    return number % 10 < 4 ? suffixes[number % 10] : "th";
}

bool differ(std::string_view a, std::string_view b) {
    return !a.empty() && !b.empty() && a.substr(0, most_name_bytes) != b.substr(0, most_name_bytes);
}

// The first parameter of `call`, other than its kind, that differs from `other`, as text.
std::string parameter_that_differs(const collective_call& call, const collective_call& other) {
    if (call.root != other.root) return fmt::format("root {}", call.root);
    if (call.bytes != other.bytes && call.bytes != call.any_length && other.bytes != call.any_length)
        return fmt::format("{} bytes on each rank", call.bytes);
    if (differ(call.item_type, other.item_type)) return "items of type " + readable(call.item_type);
    if (differ(call.operation, other.operation)) return "the operation " + readable(call.operation);
    if (differ(call.algorithm, other.algorithm)) return fmt::format("the algorithm {}", call.algorithm);
    return "";
}

}  // namespace

std::string ordinal_text(std::uint64_t sequence) {
    return fmt::format("its {}{} collective of this group", sequence + 1, suffix_of(sequence + 1));
}

std::string difference(const calling_rank& a, const calling_rank& b, std::uint64_t sequence) {
    const std::string_view name = name_of(a.call.kind);
    if (a.call.kind != b.call.kind)
        return fmt::format("rank {} called {} ({}) where rank {} called {}", a.rank, name, ordinal_text(sequence),
                           b.rank, name_of(b.call.kind));
    const std::string of_a = parameter_that_differs(a.call, b.call);
    if (of_a.empty()) return "";
    return fmt::format("rank {} called {} with {} ({}) where rank {} called it with {}", a.rank, name, of_a,
                       ordinal_text(sequence), b.rank, parameter_that_differs(b.call, a.call));
}

std::vector<std::byte> packed(const collective_call& call, std::uint64_t sequence, bool with_names) {
    const auto name = [&](std::string_view whole) { return with_names ? whole.substr(0, most_name_bytes) : ""; };
    packer out;
    out.pack(sequence, static_cast<std::uint32_t>(call.kind), call.root, call.bytes, name(call.item_type),
             name(call.operation), call.algorithm);
    return {out.bytes().begin(), out.bytes().end()};
}

reported_call::reported_call(std::vector<std::byte> bytes) {
    unpacker in(std::move(bytes));
    std::uint32_t kind = 0;
    in.unpack(sequence_, kind, call_.root, call_.bytes, item_type_, operation_, algorithm_);
    call_.kind = static_cast<collective_kind>(kind);
    call_.item_type = item_type_;
    call_.operation = operation_;
    call_.algorithm = algorithm_;
}

}  // namespace banyan::net
