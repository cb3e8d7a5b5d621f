#include "tools/pvm/trace_lines.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <set>

#include "libnet/pvm3/trace_names.hpp"

namespace banyan::pvm_console {
namespace {

using pvm3::xdr_reader;

constexpr int phase_bits = TEV_EVENT_ENTRY | TEV_EVENT_EXIT;

bool is_tid(int meaning) {
    static const std::set<int> tids{TEV_DID_TID, TEV_DID_PT,  TEV_DID_MT,  TEV_DID_TT,  TEV_DID_DST,
                                    TEV_DID_SRC, TEV_DID_STL, TEV_DID_MDL, TEV_DID_NTL, TEV_DID_GT};
    return tids.contains(meaning);
}

std::optional<std::string> real_number(xdr_reader& body, bool is_double) {
    if (is_double) {
        const auto bits = body.long_integer();
        return bits ? std::optional(fmt::format("{}", std::bit_cast<double>(*bits))) : std::nullopt;
    }
    const auto bits = body.integer();
    return bits ? std::optional(fmt::format("{}", std::bit_cast<float>(*bits))) : std::nullopt;
}

// One value of a type without TEV_DATA_ARRAY.
std::optional<std::string> value(int meaning, int type, xdr_reader& body) {
    switch (type) {
        case TEV_DATA_STRING: {
            const auto text = body.text();
            return text ? std::optional(fmt::format("'{}'", *text)) : std::nullopt;
        }
        case TEV_DATA_LONG:
        case TEV_DATA_ULONG: {
            const auto number = body.long_integer();
            return number ? std::optional(fmt::format("{}", *number)) : std::nullopt;
        }
        case TEV_DATA_DOUBLE:
        case TEV_DATA_FLOAT:
            return real_number(body, type == TEV_DATA_DOUBLE);
        case TEV_DATA_CPLX:
        case TEV_DATA_DCPLX: {
            const auto real = real_number(body, type == TEV_DATA_DCPLX);
            const auto imaginary = real_number(body, type == TEV_DATA_DCPLX);
            return real && imaginary ? std::optional(fmt::format("({},{})", *real, *imaginary)) : std::nullopt;
        }
        default: {
            const auto number = body.integer();
            if (!number) return std::nullopt;
            return *number > 0 && is_tid(meaning) ? fmt::format("t{:x}", *number) : fmt::format("{}", *number);
        }
    }
}

// An array of bytes is a text without a length of its own.
std::optional<std::string> bytes(xdr_reader& body, int count) {
    const auto text = body.bytes(static_cast<std::size_t>(count));
    return text ? std::optional(fmt::format("'{}'", *text)) : std::nullopt;
}

std::optional<std::string> read(int meaning, int type, xdr_reader& body) {
    const int element = type & ~TEV_DATA_ARRAY;
    const int count = (type & TEV_DATA_ARRAY) != 0 ? body.integer().value_or(-1) : 1;
    if (count < 0) return std::nullopt;
    if (element == TEV_DATA_BYTE) return bytes(body, count);
    if ((type & TEV_DATA_ARRAY) == 0) return value(meaning, element, body);
    std::string list;
    for (int i = 0; i < count; ++i) {
        const auto next = value(meaning, element, body);
        if (!next) return std::nullopt;
        list += (i == 0 ? "" : " ") + *next;
    }
    return "[" + list + "]";
}

const char* phase_of(int event) {
    if ((event & TEV_EVENT_ENTRY) != 0) return " begins";
    return (event & TEV_EVENT_EXIT) != 0 ? " ends" : "";
}

}  // namespace

std::string trace_lines::since_first(long seconds, long microseconds) {
    if (first_s_ == 0) {
        first_s_ = seconds;
        first_us_ = microseconds;
    }
    const long passed = (seconds - first_s_) * 1'000'000 + microseconds - first_us_;
    return fmt::format("{:.6f}", static_cast<double>(passed) / 1e6);
}

bool trace_lines::take_described(int source, bool is_first, xdr_reader& body, std::vector<std::string>& lines) {
    const auto event = body.integer();
    const int number = event.value_or(-1) & ~phase_bits;
    if (number < TEV_FIRST || number > TEV_MAX || (is_first && !body.text())) return false;
    auto& known = described_[{source, *event}];
    if (is_first) known.clear();
    std::map<int, int> head;  // time and task
    std::string values;
    for (std::size_t i = 0;; ++i) {
        if (is_first) {
            const auto meaning = body.integer();
            if (meaning == TEV_MARK_EVENT_DESC_END) break;
            const auto type = body.integer();
            if (!meaning || !type || *meaning < 0 || *meaning > TEV_DID_MAX) return false;
            known.push_back({*meaning, *type});
        } else if (i == known.size()) {
            if (body.integer() != TEV_MARK_EVENT_RECORD_END) return false;
            break;
        }
        const auto& [meaning, type] = known[i];
        if (meaning == TEV_DID_TS || meaning == TEV_DID_TU || meaning == TEV_DID_TID) {
            head[meaning] = body.integer().value_or(0);
            continue;
        }
        const auto text = read(meaning, type, body);
        if (!text) return false;
        values += fmt::format(" {}={}", pvm3::trace_meanings()[static_cast<std::size_t>(meaning)].name, *text);
    }
    lines.push_back(fmt::format("t{:x} {} {}{}{}", head[TEV_DID_TID], since_first(head[TEV_DID_TS], head[TEV_DID_TU]),
                                pvm3::trace_event_list[number], phase_of(*event), values));
    return true;
}

bool trace_lines::take_user_event(int source, xdr_reader& body, std::vector<std::string>& lines) {
    const auto number = body.integer();
    const auto name = body.text();
    const auto seconds = body.integer(), microseconds = body.integer();
    if (!number || !name || !microseconds) return false;
    std::string values;
    for (auto type = body.integer(); type != TEV_MARK_USER_EVENT_RECORD_END; type = body.integer()) {
        if (!type) return false;
        const auto text = read(TEV_DID_CC, *type, body);
        if (!text) return false;
        values += " " + *text;
    }
    lines.push_back(fmt::format("t{:x} {} {}{}", source, since_first(*seconds, *microseconds), *name, values));
    return true;
}

bool trace_lines::take_record(int source, xdr_reader& body, std::vector<std::string>& lines) {
    const auto mark = body.integer();
    if (!mark) return false;
    switch (*mark) {
        case TEV_MARK_EVENT_BUFFER:
        case TEV_MARK_EVENT_BUFFER_END:
            return true;
        case TEV_MARK_EVENT_DESC:
        case TEV_MARK_EVENT_RECORD:
            return take_described(source, *mark == TEV_MARK_EVENT_DESC, body, lines);
        case TEV_MARK_USER_EVENT_RECORD:
            return take_user_event(source, body, lines);
        default:
            return false;  // the meanings, which are known here
    }
}

std::vector<std::string> trace_lines::take(int source, std::string_view body) {
    std::vector<std::string> lines;
    xdr_reader reader(body);
    while (!reader.at_end() && take_record(source, reader, lines)) {
    }
    return lines;
}

}  // namespace banyan::pvm_console
