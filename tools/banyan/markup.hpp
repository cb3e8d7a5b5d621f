// Text inside HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace banyan::tools {

/// The text as the content of an element or the value of an attribute in quotes: none of its characters is markup.
/// Characters that no document may contain are shown as terminal_text_of() shows them.
std::string escaped(std::string_view text);

}  // namespace banyan::tools
