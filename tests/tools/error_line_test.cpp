// Control sequences in error lines are shown on a terminal and reach files and pipes unchanged.
#include "tools/banyan/error_line.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>

#include "daemon/common/descriptors.hpp"
#include "daemon/common/output_terminal.hpp"

namespace error_line_test {

using banyan::tools::text_for;

TEST_CASE("A terminal gets the text of an error without control sequences") {
    const std::string text = "hosts:1: unknown key 'na\xc3\xafve\x1b]0;title\a'";
    const auto terminal = banyan::daemon::make_output_terminal({});
    if (!terminal) return;  // a system without pseudo-terminals
    CHECK(text_for((*terminal)[1], text) == "hosts:1: unknown key 'na\xc3\xafve^[]0;title^G'");
    for (const int end : *terminal)
        ::close(end);
}

TEST_CASE("A pipe gets the text of an error as it is") {
    const std::string text = "host a: \x1b[2J\xff";
    const auto ends = banyan::daemon::make_pipe();
    CHECK(text_for(ends[1], text) == text);
    for (const int end : ends)
        ::close(end);
}

}  // namespace error_line_test
