// The header, the category and docs/errors.md contain the same list of errors.
#include "banyan/net/error.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace error_test {

namespace {

using banyan::net::errc;

std::string read_file(const std::string& name) {
    std::ifstream in(std::string(BANYAN_SOURCE_FOLDER) + "/" + name);
    REQUIRE(in);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// Names of the enumerators in the header, in order; the first has number 1 and the rest follow.
std::vector<std::string> names_in_header() {
    const std::string text = read_file("libnet/include/banyan/net/error.hpp");
    const std::size_t begin = text.find("enum class errc {\n");
    REQUIRE(begin != std::string::npos);
    const std::string body = text.substr(begin, text.find("};", begin) - begin);
    const std::regex row(R"(\n\s+([a-z_]+)( = (\d+))?,\s+///<)");
    std::vector<std::string> names;
    for (std::sregex_iterator it(body.begin(), body.end(), row), end; it != end; ++it) {
        if ((*it)[3].matched) REQUIRE(std::stoi((*it)[3]) == static_cast<int>(names.size()) + 1);
        names.push_back((*it)[1]);
    }
    return names;
}

struct documented {
    std::string name;
    std::string text;
};

/// Rows `| 1 | `timeout` | the deadline passed | ... |` of docs/errors.md by number.
std::map<int, documented> rows_in_document() {
    const std::string text = read_file("docs/errors.md");
    const std::regex row(R"(\n\| (\d+) \| `([a-z_]+)` \| ([^|]+) \| [^|]+ \|)");
    std::map<int, documented> rows;
    for (std::sregex_iterator it(text.begin(), text.end(), row), end; it != end; ++it) {
        const bool is_new = rows.emplace(std::stoi((*it)[1]), documented{(*it)[2], (*it)[3]}).second;
        CHECK(is_new);
    }
    return rows;
}

}  // namespace

TEST_CASE("every error has a number, a text of its own and a row in docs/errors.md") {
    const std::vector<std::string> names = names_in_header();
    const std::map<int, documented> rows = rows_in_document();
    REQUIRE(names.size() >= 17);
    CHECK(rows.size() == names.size());

    std::set<std::string> texts;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const int number = static_cast<int>(i) + 1;
        INFO("error " << number << ", " << names[i]);
        const std::string text = make_error_code(static_cast<errc>(number)).message();
        CHECK(text.rfind("unknown error", 0) == std::string::npos);
        CHECK(texts.insert(text).second);
        REQUIRE(rows.count(number) == 1);
        CHECK(rows.at(number).name == names[i]);
        CHECK(rows.at(number).text == text);
    }
    const int after_the_last = static_cast<int>(names.size()) + 1;
    CHECK(make_error_code(static_cast<errc>(after_the_last)).message().rfind("unknown error", 0) == 0);
    CHECK(make_error_code(static_cast<errc>(0)).message().rfind("unknown error", 0) == 0);
}

TEST_CASE("an error carries its code, its text and its peer") {
    const banyan::net::error lost(errc::peer_lost, "task 40002 is gone", banyan::net::task_id{0x40002});
    CHECK(lost.which() == errc::peer_lost);
    CHECK(lost.code() == errc::peer_lost);
    CHECK(lost.code().category() == banyan::net::error_category());
    CHECK(std::string(lost.what()) == "task 40002 is gone");
    CHECK(lost.peer() == banyan::net::task_id{0x40002});
    CHECK(banyan::net::error(errc::timeout, "x").peer() == banyan::net::task_id{});
}

}  // namespace error_test
