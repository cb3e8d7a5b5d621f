// A folder is used only if it belongs to this user and others have no access.
#include "daemon/common/runtime_directory.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "banyan/net/error.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/common/variable_set.hpp"

namespace runtime_directory_test {

using namespace banyan::daemon;
namespace fs = std::filesystem;

TEST_CASE("A folder is made with mode 0700 and found again") {
    const banyan::testing::scratch_folder s;
    ::umask(0);
    make_private_directory(s.path / "m");
    make_private_directory(s.path / "m");
    struct stat found {};
    REQUIRE(::stat((s.path / "m").c_str(), &found) == 0);
    CHECK((found.st_mode & 07777) == 0700);
}

TEST_CASE("A folder that is open to others, a link and a file are refused") {
    const banyan::testing::scratch_folder s;
    const auto refused = [](const fs::path& path, const std::string& why) {
        CHECK_THROWS_WITH(make_private_directory(path), Catch::Contains(path.string()) && Catch::Contains(why));
    };
    fs::create_directory(s.path / "open");
    fs::permissions(s.path / "open", fs::perms(0750));
    refused(s.path / "open", "0700");
    make_private_directory(s.path / "mine");
    fs::create_directory_symlink(s.path / "mine", s.path / "link");
    refused(s.path / "link", "not a folder");
    refused("/proc/self/stat", "not a folder");
    refused(s.path / "a" / "b", "cannot be created");
}

TEST_CASE("A folder where other users could replace those of this user is not used") {
    const banyan::testing::scratch_folder s;
    const banyan::testing::variable_set place("XDG_RUNTIME_DIR", s.path);
    const auto is_used = [&](unsigned mode) {
        REQUIRE(::chmod(s.path.c_str(), mode) == 0);
        const auto parent = runtime_parent();
        CHECK((parent == s.path || parent == "/tmp"));
        CHECK(runtime_note().empty() == (parent == s.path));
        return parent == s.path;
    };
    CHECK(is_used(0700));
    CHECK(is_used(0755));
    CHECK(is_used(01777));
    CHECK_FALSE(is_used(0777));
    CHECK_FALSE(is_used(0702));
    CHECK_THAT(runtime_note(), Catch::Contains(s.path.string()) && Catch::Contains("0702"));
    if (::geteuid() != 0) return;
    REQUIRE(::chown(s.path.c_str(), 12345, 12345) == 0);
    CHECK_FALSE(is_used(0700));
    CHECK_FALSE(is_used(01777));  // its owner can remove what is in it
    CHECK_THAT(runtime_note(), Catch::Contains("uid 12345"));
}

TEST_CASE("If XDG_RUNTIME_DIR is not an absolute path, /tmp is used, and a missing folder is not replaced by it") {
    const banyan::testing::scratch_folder s;
    for (const std::string text : {"", "run", "./run"}) {
        const banyan::testing::variable_set place("XDG_RUNTIME_DIR", text);
        CHECK(runtime_parent().string() == "/tmp");
        CHECK(runtime_note().empty());
    }
    const banyan::testing::variable_set place("XDG_RUNTIME_DIR", s.path / "missing");
    CHECK(runtime_parent().string() == (s.path / "missing").string());
    CHECK(runtime_note().empty());
}

TEST_CASE("The id of a virtual machine has only letters, digits and hyphens") {
    for (const char* bad : {"", "..", "a/b", "/tmp", "a b", "012345678901234567890123456789012"})
        CHECK_THROWS_AS(virtual_machine_directory(bad), banyan::net::error);
    CHECK(virtual_machine_directory("abc-1").filename() == "abc-1");
    CHECK(make_virtual_machine_id(false) != make_virtual_machine_id(false));
    CHECK(is_public(make_virtual_machine_id(false)));
    CHECK_FALSE(is_public(make_virtual_machine_id(true)));
}

}  // namespace runtime_directory_test
