// `banyan partition --list-methods`: the table of methods, for people and as JSON.
#pragma once

namespace banyan::tools {

/// Prints name, short name and summary of each method; as JSON all columns of the table (banyan/part/methods.hpp).
void print_method_list(bool json);

}  // namespace banyan::tools
