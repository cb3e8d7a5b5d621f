// Checks of HTML and SVG texts.
#pragma once

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <string_view>

namespace banyan::testing {

/// Parses the text as XML: every element is closed, and nothing is left that only looks like markup.
inline void check_well_formed(const std::string& text) {
    std::istringstream in(text);
    boost::property_tree::ptree tree;
    INFO(text);
    CHECK_NOTHROW(boost::property_tree::read_xml(in, tree));
}

/// How often `part` is in `text`.
inline std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
        ++found;
    return found;
}

}  // namespace banyan::testing
