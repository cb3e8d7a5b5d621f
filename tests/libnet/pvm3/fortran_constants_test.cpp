// Compares fpvm3.h with pvm3.h.
#include <catch2/catch.hpp>
#include <cctype>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace fortran_constants_test {
namespace {

const std::string folder = BANYAN_SOURCE_FOLDER "/libnet/include/pvm3/";

std::string upper(std::string text) {
    for (char& c : text)
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

// Names in upper case with their numbers; `line` has the groups name and number.
std::map<std::string, int> constants(const std::string& file, const std::regex& line) {
    std::ifstream in(folder + file);
    REQUIRE(in);
    std::map<std::string, int> found;
    std::smatch parts;
    for (std::string text; std::getline(in, text);)
        if (std::regex_search(text, parts, line)) found[upper(parts[1])] = std::stoi(parts[2]);
    return found;
}

}  // namespace

TEST_CASE("the constants of Fortran are those of C", "[pvm3][fortran]") {
    const auto c = constants("pvm3.h", std::regex(R"(#define (Pvm\w+) \(?(-?\d+)\)?( |$))"));
    const auto fortran = constants("fpvm3.h", std::regex(R"(parameter \((\w+) = (-?\d+)\))"));
    CHECK(c.size() > 90);
    const std::set<std::string> only_in_c{"PVMMBOXMAXFLAG", "PVMMBOXDIRECTINDEXSHIFT"};
    for (const auto& [name, value] : c) {
        // PvmSelfOutputTid is PVMSOUTPUTTID in Fortran.
        const std::string in_fortran = std::regex_replace(name, std::regex("^PVMSELF"), "PVMS");
        CAPTURE(name);
        if (only_in_c.count(name)) continue;
        REQUIRE(fortran.count(in_fortran) == 1);
        CHECK(fortran.at(in_fortran) == value);
    }
    CHECK(fortran.at("PVMDUPENTRY") == -33);
}

TEST_CASE("the lines of fpvm3.h are valid in fixed and in free form", "[pvm3][fortran]") {
    std::ifstream in(folder + "fpvm3.h");
    for (std::string text; std::getline(in, text);) {
        CAPTURE(text);
        CHECK(text.size() <= 72);
        CHECK((text[0] == '!' || text.rfind("      ", 0) == 0));
    }
}

}  // namespace fortran_constants_test
