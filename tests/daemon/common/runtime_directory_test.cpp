// A folder is used only if it belongs to this user and others have no access.
#include "daemon/common/runtime_directory.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "banyan/net/error.hpp"
#include "tests/common/scratch_folder.hpp"

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

TEST_CASE("The id of a virtual machine has only letters, digits and hyphens") {
    for (const char* bad : {"", "..", "a/b", "/tmp", "a b", "012345678901234567890123456789012"})
        CHECK_THROWS_AS(virtual_machine_directory(bad), banyan::net::error);
    CHECK(virtual_machine_directory("abc-1").filename() == "abc-1");
    CHECK(make_virtual_machine_id(false) != make_virtual_machine_id(false));
    CHECK(is_public(make_virtual_machine_id(false)));
    CHECK_FALSE(is_public(make_virtual_machine_id(true)));
}

}  // namespace runtime_directory_test
