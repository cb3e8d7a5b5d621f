// Lines of comma-separated fields without quotes, as in libpart/data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace banyan::part::published {

using csv_row = std::vector<std::string_view>;

/// The rows after the header line, as views of `text`. Throws error, naming the line, if a row does not have as many
/// fields as the header.
std::vector<csv_row> csv_rows(std::string_view text);

/// The whole field as a number. Throws error, quoting the field, if it is not one.
double csv_number(std::string_view field);

}  // namespace banyan::part::published
