// The files of libpart/data, inside the library.
#pragma once

#include <string_view>

namespace banyan::part::published {

extern const std::string_view tables_2_to_7;
extern const std::string_view table_8;
extern const std::string_view marinescu_rice_table_2;

}  // namespace banyan::part::published
