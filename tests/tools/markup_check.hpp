// Checks of HTML and SVG texts.
#pragma once

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "tests/common/count.hpp"

namespace banyan::testing {

/// Parses the text as XML: every element is closed, and nothing is left that only looks like markup.
inline void check_well_formed(const std::string& text) {
    std::istringstream in(text);
    boost::property_tree::ptree tree;
    INFO(text);
    CHECK_NOTHROW(boost::property_tree::read_xml(in, tree));
}

}  // namespace banyan::testing
