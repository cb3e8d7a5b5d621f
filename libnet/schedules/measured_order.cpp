#include "libnet/schedules/measured_order.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "banyan/net/error.hpp"

namespace banyan::net {
namespace {

constexpr std::string_view first_word = "fastest";
constexpr std::size_t most_factor = 4;  // between the length of a call and a measured one

// How many times as long the longer one of two lengths is.
double factor_between(std::size_t one, std::size_t other) {
    const auto [shorter, longer] = std::minmax({std::max<std::size_t>(one, 1), std::max<std::size_t>(other, 1)});
    return static_cast<double>(longer) / static_cast<double>(shorter);
}

bool are_same_calls(const measured_order& one, const measured_order& other) {
    return one.kind == other.kind && one.where == other.where && one.bytes == other.bytes;
}

[[noreturn]] void refuse(const std::string& text) {
    throw error(errc::invalid_argument, "measured order of algorithms: " + text);
}

// The words of a line, which are separated by blanks, one after another.
class line_words {
  public:
    explicit line_words(std::string_view line) : rest_(line) {}

    /// The next word; empty at the end.
    std::string_view next() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
        const std::string_view word = rest_.substr(0, rest_.find(' '));
        rest_.remove_prefix(word.size());
        return word;
    }
    /// The next word as a whole number of at least `least`.
    template <class T>
    T number(const char* what, T least) {
        const std::string_view word = next();
        T value{};
        const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (word.empty() || failed != std::errc{} || end != word.data() + word.size() || value < least)
            refuse(fmt::format("'{}' is not allowed for the number of {}; allowed: {} or more", word, what, least));
        return value;
    }

  private:
    std::string_view rest_;
};

collective_kind kind_named(std::string_view name) {
    const auto kinds = collectives_with_algorithms();
    const auto found = std::ranges::find(kinds, name, name_of);
    if (found != kinds.end()) return *found;
    std::vector<std::string_view> names;
    for (const collective_kind kind : kinds)
        names.push_back(name_of(kind));
    refuse(fmt::format("there is no collective '{}'; allowed: {}", name, fmt::join(names, ", ")));
}

host_spread read_spread(line_words& words) {
    host_spread where;
    where.size = words.number("ranks", 1);
    where.hosts = words.number("hosts", 1);
    where.most_on_one = words.number("ranks on one host", 1);
    if (where.hosts > where.size || where.most_on_one > where.size - where.hosts + 1)
        refuse(fmt::format("{} ranks cannot be on {} hosts with at most {} ranks on one host", where.size, where.hosts,
                           where.most_on_one));
    return where;
}

}  // namespace

const measured_order* order_for(std::span<const measured_order> known, collective_kind kind, const host_spread& where,
                                std::size_t bytes) {
    const measured_order* nearest = nullptr;
    for (const measured_order& one : known) {
        const double factor = factor_between(one.bytes, bytes);
        if (one.kind != kind || !(one.where == where) || factor > most_factor) continue;
        const double least = nearest ? factor_between(nearest->bytes, bytes) : most_factor + 1;
        if (factor < least || (factor == least && one.bytes < nearest->bytes)) nearest = &one;
    }
    return nearest;
}

void add_orders(std::vector<measured_order>& known, std::span<const measured_order> measured) {
    for (const measured_order& one : measured) {
        const auto same =
            std::ranges::find_if(known, [&](const measured_order& other) { return are_same_calls(one, other); });
        if (same == known.end())
            known.push_back(one);
        else
            *same = one;
    }
}

std::string to_line(const measured_order& order) {
    std::string text = fmt::format("{} {} {} {} {} {}", first_word, name_of(order.kind), order.where.size,
                                   order.where.hosts, order.where.most_on_one, order.bytes);
    for (const algorithm* one : order.fastest_first)
        text.append(" ").append(one->name);
    return text;
}

bool is_measured_order(std::string_view line) {
    return line_words(line).next() == first_word;
}

measured_order measured_order_from_line(std::string_view line) {
    line_words words(line);
    if (words.next() != first_word) refuse(fmt::format("'{}' does not begin with '{}'", line, first_word));
    measured_order order;
    order.kind = kind_named(words.next());
    order.where = read_spread(words);
    order.bytes = words.number("bytes", std::size_t{0});
    for (std::string_view name = words.next(); !name.empty(); name = words.next()) {
        const algorithm* how = find_algorithm(order.kind, name);
        if (!how)
            refuse(fmt::format("{} has no algorithm '{}'; allowed: {}", name_of(order.kind), name,
                               algorithm_names(order.kind)));
        if (std::ranges::count(order.fastest_first, how) > 0)
            refuse(fmt::format("the algorithm '{}' is listed twice; allowed: once", name));
        order.fastest_first.push_back(how);
    }
    if (order.fastest_first.empty())
        refuse(
            fmt::format("no algorithm of {} is listed; allowed: {}", name_of(order.kind), algorithm_names(order.kind)));
    return order;
}

}  // namespace banyan::net
