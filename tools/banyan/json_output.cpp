#include "tools/banyan/json_output.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>

namespace banyan::tools {

void add_json_option(CLI::App& verb, bool& json) {
    verb.add_flag("--json", json, "Print one JSON object and nothing else on standard output");
}

void add_only_json_option(CLI::App& verb, void (*run)(bool json)) {
    const auto json = std::make_shared<bool>(false);
    add_json_option(verb, *json);
    verb.callback([json, run] { run(*json); });
}

std::string text_of(const nlohmann::ordered_json& value, int indent) {
    return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

nlohmann::ordered_json with_schema(const std::string& name, int version, const nlohmann::ordered_json& object) {
    nlohmann::ordered_json out{{"schema", fmt::format("banyan.{}.v{}", name, version)}};
    out.update(object);
    return out;
}

void print_json(const std::string& name, int version, const nlohmann::ordered_json& object) {
    std::cout << text_of(with_schema(name, version, object), 2) << "\n";
}

}  // namespace banyan::tools
