#include "tools/banyan/samples_protobuf.hpp"

#include "tools/banyan/samples.pb.h"

namespace banyan::tools {
namespace {

void fill_value(wire::Value& value, const nlohmann::ordered_json& from);

void fill_object(wire::Object& object, const nlohmann::ordered_json& from) {
    auto& fields = *object.mutable_fields();
    for (auto field = from.begin(); field != from.end(); ++field)
        fill_value(fields[field.key()], field.value());
}

void fill_list(wire::List& list, const nlohmann::ordered_json& from) {
    list.mutable_values()->Reserve(static_cast<int>(from.size()));
    for (const auto& each : from)
        fill_value(*list.add_values(), each);
}

void fill_value(wire::Value& value, const nlohmann::ordered_json& from) {
    if (from.is_object())
        fill_object(*value.mutable_object_value(), from);
    else if (from.is_array())
        fill_list(*value.mutable_list_value(), from);
    else if (from.is_string())
        value.set_string_value(from.get<std::string>());
    else if (from.is_boolean())
        value.set_bool_value(from.get<bool>());
    else if (from.is_number())
        value.set_number_value(from.get<double>());
    else
        value.set_null_value(0);
}

}  // namespace

bool is_protobuf_file(const std::filesystem::path& file) {
    return file.extension() == ".pb";
}

std::string protobuf_of(const nlohmann::ordered_json& object) {
    using json = nlohmann::ordered_json;
    const auto clean = json::parse(object.dump(-1, ' ', false, json::error_handler_t::replace));
    wire::Object all;
    fill_object(all, clean);
    return all.SerializeAsString();
}

}  // namespace banyan::tools
