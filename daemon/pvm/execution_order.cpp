#include "daemon/pvm/execution_order.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/pvm/service_message.hpp"
#include "daemon/pvm/tids.hpp"

namespace banyan::daemon::pvm {

namespace {

/// What SM_EXEC has after the number of processes: options of the Spawn that a resource manager executes.
bool read_settings(pvm3::xdr_reader& body, pvm3::wire::Inherited& inherited) {
    int values[6];
    for (int& value : values) {
        const auto read = body.integer();
        if (!read) return false;
        value = *read;
    }
    inherited.set_output_tid(static_cast<tid>(values[0]));
    inherited.set_output_context(values[1]);
    inherited.set_output_tag(values[2]);
    inherited.set_trace_tid(static_cast<tid>(values[3]));
    inherited.set_trace_context(values[4]);
    inherited.set_trace_tag(values[5]);
    return true;
}

// Some variables of the environment are settings that the task inherits.
void take_variable(const std::string& setting, pvm3::wire::Spawn& spawn) {
    const auto value_of = [&](std::string_view name) -> const char* {
        return setting.starts_with(name) ? setting.c_str() + name.size() : nullptr;
    };
    auto& inherited = *spawn.mutable_inherited();
    const auto number = [](const char* text) { return static_cast<int>(std::strtol(text, nullptr, 0)); };
    if (const char* mask = value_of("PVMTMASK="))
        inherited.set_trace_mask(mask);
    else if (const char* bytes = value_of("PVMTRCBUF="))
        inherited.set_trace_buffer(number(bytes));
    else if (const char* detail = value_of("PVMTRCOPT="))
        inherited.set_trace_options(number(detail));
    else if (const char* context = value_of("PVMCTX="))
        inherited.set_context(number(context));
    else if (const char* folder = value_of("PVMSPAWNWD="))
        spawn.set_where(std::string(":") + folder);
    else if (setting.find('=') != std::string::npos)
        spawn.add_environment(setting);
}

}  // namespace

std::optional<execution_order> read_execution_order(const pvm3::wire::Message& order) {
    auto body = reader_of(order);
    execution_order result;
    const auto parent = body.integer();
    const auto program = body.text();
    const auto flags = body.integer(), count = body.integer();
    const auto arguments = body.texts();
    if (!parent || !program || program->empty() || !flags || !count || *count < 1 || !arguments) return std::nullopt;
    if (!read_settings(body, *result.spawn.mutable_inherited())) return std::nullopt;
    const auto environment = body.texts();
    if (!environment) return std::nullopt;
    result.parent = *parent;
    result.spawn.set_program(*program);
    result.spawn.set_flags(*flags);
    result.spawn.set_count(*count);
    result.spawn.mutable_arguments()->Add(arguments->begin(), arguments->end());
    for (const auto& setting : *environment)
        take_variable(setting, result.spawn);
    return result;
}

}  // namespace banyan::daemon::pvm
