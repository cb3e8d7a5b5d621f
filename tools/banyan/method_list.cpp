#include "tools/banyan/method_list.hpp"

#include <fmt/format.h>

#include "banyan/part/methods.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

void print_methods_json() {
    nlohmann::ordered_json methods = nlohmann::ordered_json::array();
    for (const part::method_info& m : part::methods())
        methods.push_back({{"name", m.name},
                           {"short_name", m.short_name},
                           {"summary", m.summary},
                           {"source", m.source},
                           {"guarantee", m.guarantee},
                           {"complexity", m.complexity},
                           {"lookup", m.lookup},
                           {"in_all", m.in_all}});
    print_json("partition.methods", {{"methods", methods}});
}

}  // namespace

void print_method_list(bool json) {
    if (json) return print_methods_json();
    fmt::print("{:<21}  {:<6}  {}\n", "method", "short", "what it does");
    for (const part::method_info& m : part::methods())
        fmt::print("{:<21}  {:<6}  {}\n", m.name, m.short_name, m.summary);
}

}  // namespace banyan::tools
