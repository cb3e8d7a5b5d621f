#include "tools/banyan/markup.hpp"

#include <catch2/catch.hpp>

namespace banyan::tools::markup_test {

TEST_CASE("no character of a text is markup") {
    CHECK(escaped("a<b> & \"c\"") == "a&lt;b&gt; &amp; &quot;c&quot;");
    CHECK(escaped("5 µs, it's") == "5 µs, it's");
}

TEST_CASE("characters that no document may contain are shown") {
    CHECK(escaped("\a") == "^G");
    CHECK(escaped("\xff") == "\\xff");
    CHECK(escaped("\x1b[31mred\x1b[0m") == "^[[31mred^[[0m");
}

}  // namespace banyan::tools::markup_test
