#include "tools/pvm/aliases.hpp"

#include <catch2/catch.hpp>

#include "tools/pvm/command_error.hpp"

namespace aliases_test {

using namespace banyan::pvm_console;
using list = aliases::words;

TEST_CASE("an alias replaces the first word only") {
    aliases known;
    known.set("j", {"jobs"});
    known.set("run", {"spawn", "->"});
    CHECK(known.expand({"j", "-l"}) == list{"jobs", "-l"});
    CHECK(known.expand({"run", "a", "j"}) == list{"spawn", "->", "a", "j"});
    CHECK(known.expand({"echo", "j"}) == list{"echo", "j"});
    CHECK(known.expand({}).empty());
}

TEST_CASE("an alias may mean another alias, or the command of its own name") {
    aliases known;
    known.set("r2", {"run", "-2"});
    known.set("run", {"spawn", "->"});
    known.set("ps", {"ps", "-a"});
    CHECK(known.expand({"r2", "prog"}) == list{"spawn", "->", "-2", "prog"});
    CHECK(known.expand({"ps", "-x"}) == list{"ps", "-a", "-x"});
}

TEST_CASE("aliases that mean each other are refused") {
    aliases known;
    known.set("a", {"b"});
    known.set("b", {"a"});
    CHECK_THROWS_WITH(known.expand({"a"}), "the alias a means itself");
}

TEST_CASE("an alias can be removed once") {
    aliases known;
    known.set("j", {"jobs"});
    CHECK(known.all().size() == 1);
    CHECK(known.remove("j"));
    CHECK_FALSE(known.remove("j"));
    CHECK(known.expand({"j"}) == list{"j"});
}

}  // namespace aliases_test
