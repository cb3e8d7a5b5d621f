#include "tools/pvm/event_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "libnet/pvm3/trace_names.hpp"
#include "tools/pvm/command_error.hpp"

namespace banyan::pvm_console {
namespace {

std::vector<named_event> sorted_events() {
    std::vector<named_event> events;
    for (int number = TEV_FIRST; number <= TEV_MAX; ++number)
        events.push_back({pvm3::trace_event_list[number], number});
    std::ranges::sort(events, {}, &named_event::name);
    return events;
}

}  // namespace

const std::vector<named_event>& named_events() {
    static const std::vector<named_event> events = sorted_events();
    return events;
}

const named_event& event_named(std::string_view name) {
    const auto short_name = name.substr(name.starts_with("pvm_") ? 4 : 0);
    const auto found = std::ranges::find(named_events(), short_name, &named_event::name);
    if (found == named_events().end())
        throw command_error(fmt::format("trace: '{}' is not an event, trace lists the events", name));
    return *found;
}

std::string events_table(const char* mask) {
    constexpr std::size_t columns = 4;
    const auto& events = named_events();
    const std::size_t rows = (events.size() + columns - 1) / columns;
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = row; i < events.size(); i += rows)
            text += fmt::format(" {} {:<15}", TEV_MASK_CHECK(mask, events[i].number) ? '*' : ' ', events[i].name);
        text += "\n";
    }
    return text;
}

}  // namespace banyan::pvm_console
