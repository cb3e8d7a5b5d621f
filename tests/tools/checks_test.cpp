#include "tools/banyan/checks.hpp"

#include <catch2/catch.hpp>
#include <limits>

namespace banyan::tools::checks_test {
namespace {

bool takes(const allowed_values& allowed, const std::string& value) {
    return allowed.takes(value);
}

/// The error line for this value of --x; empty if it is taken.
std::string error_of(const CLI::Validator& check, const std::string& value) {
    CLI::App app;
    std::string text;
    app.add_option("--x", text)->check(check);
    try {
        app.parse({value, "--x"});  // from the last to the first
        return {};
    } catch (const CLI::ValidationError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("whole numbers are decimal and inside their limits") {
    const auto allowed = whole_number(-2, 12);
    for (const char* good : {"-2", "0", "12"})
        CHECK(takes(allowed, good));
    for (const char* bad : {"", "-3", "13", "1.0", "012", "+1", " 1", "1x", "0x1", "99999999999999999999"})
        CHECK_FALSE(takes(allowed, bad));
    CHECK(error_of(allowed, "13") == "--x: '13' is not allowed, use a whole number from -2 to 12");
}

TEST_CASE("numbers are finite and inside their limits") {
    const auto allowed = real_number(0, 2.5);
    for (const char* good : {"0", "2.5", "1e-3"})
        CHECK(takes(allowed, good));
    for (const char* bad : {"", "-1e-9", "2.6", "nan", "inf", "1,5", "1e999"})
        CHECK_FALSE(takes(allowed, bad));
    CHECK(takes(any_number("a number"), "nan"));
}

TEST_CASE("a misspelt name gets a hint, a number does not") {
    CHECK(error_of(one_of({"tcp", "unix"}), "tcq") ==
          "--x: 'tcq' is not allowed, did you mean tcp? Use one of tcp, unix");
    CHECK(error_of(one_of({"tcp", "unix"}), "pigeon") == "--x: 'pigeon' is not allowed, use one of tcp, unix");
    CHECK(error_of(one_of({"10", "50"}), "11") == "--x: '11' is not allowed, use one of 10, 50");
    CHECK(error_of(one_of({"thermal"}), "x") == "--x: 'x' is not allowed, use thermal");
    CHECK(takes(method_name({"all"}), "all"));
    CHECK(takes(method_name(), "row"));
    CHECK_FALSE(takes(method_name(), "all"));
}

TEST_CASE("each part of a list is checked and none is empty") {
    const auto list = list_of(whole_number(1, 9));
    CHECK(error_of(list, "1,9").empty());
    CHECK(error_of(list, "1,10") == "--x: '10' is not allowed, use a whole number from 1 to 9");
    CHECK(error_of(list, "1,,2") == "--x: '1,,2' has an empty part, use a whole number from 1 to 9 for each part");
    CHECK(error_of(list, "") == "--x: '' is empty, use a whole number from 1 to 9 for each part");
}

TEST_CASE("a list option replaces its default") {
    CLI::App app;
    std::vector<int> values{7};
    add_list_option(app, "--x", values, "", whole_number(1, 9));
    app.parse("--x 3,4");
    CHECK(values == std::vector{3, 4});
}

}  // namespace banyan::tools::checks_test
