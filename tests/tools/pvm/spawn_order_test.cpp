#include "tools/pvm/spawn_order.hpp"

#include <catch2/catch.hpp>

#include "pvm3/pvm3.h"
#include "tools/pvm/command_error.hpp"
#include "tools/pvm/words.hpp"

namespace spawn_order_test {

using namespace banyan::pvm_console;
using output = spawn_order::output;

namespace {

spawn_order parse(const std::string& line) {
    return parse_spawn(split_words(line, [](const std::string&) { return std::nullopt; }), {"LINUX64", "SGI"});
}

}  // namespace

TEST_CASE("spawn without options starts one task whose output goes to the log") {
    const auto order = parse("prog a 'b c'");
    CHECK(order.program == "prog");
    CHECK(order.arguments == std::vector<std::string>{"a", "b c"});
    CHECK(order.count == 1);
    CHECK(order.flags == PvmTaskDefault);
    CHECK(order.where.empty());
    CHECK(order.to == output::log);
}

TEST_CASE("options of spawn end at the program") {
    const auto order = parse("-> -2 prog -x -> y");
    CHECK(order.to == output::console);
    CHECK(order.count == 2);
    CHECK(order.program == "prog");
    CHECK(order.arguments == std::vector<std::string>{"-x", "->", "y"});
}

TEST_CASE("the last count and the last place of spawn hold") {
    const auto order = parse("-2 -3 -SGI -hostb prog");
    CHECK(order.count == 3);
    CHECK(order.where == "hostb");
    CHECK(order.flags == PvmTaskHost);
}

TEST_CASE("a place of spawn is a host, an architecture or a folder") {
    CHECK(parse("-hosta prog").where == "hosta");
    CHECK(parse("-hosta prog").flags == PvmTaskHost);
    CHECK(parse("-. prog").where == ".");
    CHECK(parse("-LINUX64 prog").flags == PvmTaskArch);
    CHECK(parse("-LINUX64:/usr prog").where == "LINUX64:/usr");
    CHECK(parse("-LINUX64:/usr prog").flags == PvmTaskArch);
    CHECK(parse("-hosta:/tmp prog").where == "hosta:/tmp");
    CHECK(parse("-:/tmp prog").where == ":/tmp");
    CHECK(parse("-:/tmp prog").flags == PvmTaskDefault);
    CHECK(parse("--host=10.0.0.2:/tmp prog").where == "10.0.0.2:/tmp");
    CHECK(parse("-? prog").flags == PvmTaskDebug);
    CHECK(parse("-? -hosta prog").flags == (PvmTaskDebug | PvmTaskHost));
}

TEST_CASE("after '~', spawn starts tasks on all other hosts") {
    CHECK(parse("-~. prog").where == ".");
    CHECK(parse("-~. prog").flags == (PvmTaskHost | PvmHostCompl));
    CHECK(parse("-~hosta:/tmp prog").where == "hosta:/tmp");
    CHECK(parse("-~SGI prog").flags == (PvmTaskArch | PvmHostCompl));
    CHECK(parse("-~hosta -hostb prog").flags == PvmTaskHost);
}

TEST_CASE("output of spawn goes to a new file or to the end of a file") {
    CHECK(parse("->out prog").to == output::new_file);
    CHECK(parse("->out prog").file == "out");
    CHECK(parse("->>out prog").to == output::end_of_file);
    CHECK(parse("->>out prog").file == "out");
    CHECK(parse("-> out prog").program == "out");
}

TEST_CASE("a traced job has its output on the console, in a file, or where it is sent") {
    CHECK(parse("-@ prog").is_traced);
    CHECK(parse("-@ prog").to == output::console);
    CHECK(parse("-@ ->out prog").file == "out");
    CHECK(parse("->out -@ prog").to == output::new_file);
    CHECK(parse("-@out prog").is_traced);
    CHECK(parse("-@out prog").to == output::new_file);
    CHECK(parse("-@out prog").file == "out");
    CHECK(parse("-@out ->other prog").file == "other");
    CHECK(parse("->other -@out prog").file == "out");
    CHECK_FALSE(parse("-> prog").is_traced);
}

TEST_CASE("wrong options of spawn are refused in one line") {
    CHECK_THROWS_WITH(parse(""), Catch::Contains("the program is missing"));
    CHECK_THROWS_WITH(parse("-2 ->"), Catch::Contains("the program is missing"));
    CHECK_THROWS_WITH(parse("-0 prog"), "spawn: '-0' is not allowed, use a count from 1 to 65536");
    CHECK_THROWS_WITH(parse("-65537 prog"), Catch::Contains("from 1 to 65536"));
    CHECK_THROWS_WITH(parse("-99999999999 prog"), Catch::Contains("-99999999999"));
    CHECK_THROWS_WITH(parse("->> prog"), Catch::Contains("->>FILE"));
    CHECK_THROWS_WITH(parse("- prog"), "spawn: '-' is not an option");
    CHECK_THROWS_WITH(parse("-~ prog"), "spawn: '-~' names no host, use -~HOST");
}

}  // namespace spawn_order_test
