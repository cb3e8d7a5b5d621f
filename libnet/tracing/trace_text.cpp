#include "libnet/tracing/trace_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <concepts>
#include <iterator>

namespace banyan::net::tracing {
namespace {

constexpr std::string_view first_word = "trace ";
constexpr std::string_view last_word = "end";

// Reads decimal numbers with one space before each but the first.
class number_reader {
  public:
    explicit number_reader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    template <std::integral Number>
    void read(Number& out) {
        if (!first_) ok_ = ok_ && at_ != end_ && *at_++ == ' ';
        first_ = false;
        const auto [next, failed] = std::from_chars(at_, end_, out);
        ok_ = ok_ && failed == std::errc();
        at_ = next;
    }
    template <class Id>
    requires requires(Id id) { id.value; }
    void read(Id& out) { read(out.value); }
    [[nodiscard]] bool is_done() const { return ok_ && at_ == end_; }

  private:
    const char* at_;
    const char* end_;
    bool first_ = true;
    bool ok_ = true;
};

template <class... Number>
bool read_all(std::string_view text, Number&... numbers) {
    number_reader in(text);
    (in.read(numbers), ...);
    return in.is_done();
}

template <class Event>
bool add_if(bool good, std::deque<Event>& list, const Event& event) {
    if (good) list.push_back(event);
    return good;
}

bool read_send(std::string_view fields, task_trace& trace) {
    sent_message m;
    unsigned withdrawn = 0;
    const bool good = read_all(fields, m.at, m.to, m.context, m.tag, m.bytes, m.thread, withdrawn) && withdrawn < 2;
    m.withdrawn = withdrawn == 1;
    return add_if(good, trace.sent, m);
}

bool read_receive(std::string_view fields, task_trace& trace) {
    received_message m;
    return add_if(read_all(fields, m.issued, m.ended, m.from, m.context, m.tag, m.bytes, m.thread, m.order),
                  trace.received, m);
}

bool read_blocked(std::string_view fields, task_trace& trace) {
    blocked_interval b;
    unsigned kind = 0;
    const bool good =
        read_all(fields, b.begin, b.end, kind, b.context, b.tag, b.thread, b.receive) && kind < wait_kinds;
    if (good) b.kind = static_cast<wait_kind>(kind);
    return add_if(good, trace.blocked, b);
}

bool read_clock(std::string_view fields, task_trace& trace) {
    clock_reading c;
    const bool good = read_all(fields, c.at, c.offset, c.error);
    if (good) trace.clock.push_back(c);
    return good;
}

struct line_writer {
    const std::function<void(std::string_view line)>& take;

    template <class... Field>
    void operator()(fmt::format_string<const Field&...> format, const Field&... fields) const {
        fmt::memory_buffer line;
        fmt::format_to(std::back_inserter(line), format, fields...);
        take({line.data(), line.size()});
    }
};

}  // namespace

void write_text(const task_trace& t, const std::function<void(std::string_view line)>& take) {
    const line_writer put{take};
    put("{}{} {} {} {} {} {} {} {} {}\n", first_word, text_version, t.rank, t.size, t.task.value, t.host.value, t.begin,
        t.end, t.dropped, t.first_dropped_receive);
    for (const auto& c : t.clock)
        put("c {} {} {}\n", c.at, c.offset, c.error);
    for (const auto& m : t.sent)
        put("s {} {} {} {} {} {} {}\n", m.at, m.to.value, m.context.value, m.tag.value, m.bytes, m.thread,
            m.withdrawn ? 1 : 0);
    for (const auto& m : t.received)
        put("r {} {} {} {} {} {} {} {}\n", m.issued, m.ended, m.from.value, m.context.value, m.tag.value, m.bytes,
            m.thread, m.order);
    for (const auto& b : t.blocked)
        put("b {} {} {} {} {} {} {}\n", b.begin, b.end, static_cast<unsigned>(b.kind), b.context.value, b.tag.value,
            b.thread, b.receive);
    put("{}\n", last_word);
}

bool text_reader::take(std::string_view line) {
    if (complete_) return false;
    if (!begun_) {
        if (line.substr(0, first_word.size()) != first_word) return false;
        task_trace t;
        int version = 0;
        begun_ = read_all(line.substr(first_word.size()), version, t.rank, t.size, t.task, t.host, t.begin, t.end,
                          t.dropped, t.first_dropped_receive) &&
                 version == text_version && t.rank >= 0 && t.rank < t.size;
        if (begun_) trace_ = std::move(t);
        return begun_;
    }
    if (line == last_word) return complete_ = true;
    return line.size() > 2 && line[1] == ' ' && take_event(line[0], line.substr(2));
}

bool text_reader::take_event(char kind, std::string_view fields) {
    switch (kind) {
        case 's':
            return read_send(fields, trace_);
        case 'r':
            return read_receive(fields, trace_);
        case 'b':
            return read_blocked(fields, trace_);
        case 'c':
            return read_clock(fields, trace_);
        default:
            return false;
    }
}

}  // namespace banyan::net::tracing
