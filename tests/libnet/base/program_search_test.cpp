// Which program a spawn starts.
#include "libnet/base/program_search.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace program_search_test {

using namespace banyan::net;
namespace fs = std::filesystem;

namespace {

/// A temporary folder with two folders of programs.
struct programs {
    programs() {
        std::string name = (fs::temp_directory_path() / "program_search.XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        folder = name;
        add("one/worker", true);
        add("two/worker", true);
        add("two/other", true);
        add("one/other", false);
        fs::create_directories(folder / "one/directory");
    }
    ~programs() { fs::remove_all(folder); }
    programs(const programs&) = delete;
    programs& operator=(const programs&) = delete;
    void add(const std::string& name, bool executable) const {
        fs::create_directories((folder / name).parent_path());
        std::ofstream(folder / name) << "#!/bin/sh\n";
        if (executable) fs::permissions(folder / name, fs::perms::owner_all);
    }
    [[nodiscard]] std::vector<std::string> folders() const { return {folder / "one", folder / "two"}; }
    fs::path folder;
};

}  // namespace

TEST_CASE("the first executable file of the folders is taken", "[program_search]") {
    const programs p;
    CHECK(find_program("worker", p.folders(), "/") == (p.folder / "one/worker").string());
    CHECK(find_program("other", p.folders(), "/") == (p.folder / "two/other").string());
    CHECK(find_program("missing", p.folders(), "/").empty());
    CHECK(find_program("directory", p.folders(), "/").empty());
    CHECK(find_program("", p.folders(), "/").empty());
}

TEST_CASE("a name with a slash is not looked for", "[program_search]") {
    const programs p;
    const std::string absolute = p.folder / "two/worker";
    CHECK(find_program(absolute, {}, "/") == absolute);
    CHECK(find_program("two/worker", {}, p.folder) == absolute);
    CHECK(find_program("./worker", p.folders(), "/").empty());
}

TEST_CASE("variables in the list are replaced and empty folders left out", "[program_search]") {
    ::setenv("SEARCH_TEST", "/x", 1);
    ::unsetenv("SEARCH_TEST_2");
    CHECK(search_folders("$SEARCH_TEST/bin::/b:$SEARCH_TEST_2") == std::vector<std::string>{"/x/bin", "/b"});
    CHECK(search_folders("").empty());
    const auto other = [](const std::string& name) { return name == "SEARCH_TEST" ? "/y" : nullptr; };
    CHECK(search_folders("$SEARCH_TEST:$HOME", other) == std::vector<std::string>{"/y"});
}

}  // namespace program_search_test
