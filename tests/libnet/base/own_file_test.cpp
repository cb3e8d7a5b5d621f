// Files in a folder where other users may have put links, FIFOs and files of their own.
#include "libnet/base/own_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/common/scratch_folder.hpp"

namespace own_file_test {

using namespace banyan::net;
using banyan::testing::scratch_folder;

namespace {

constexpr int to_write = O_WRONLY | O_CREAT | O_APPEND;

bool opens(const std::filesystem::path& file, int flags) {
    const int descriptor = open_own_file(file, flags);
    if (descriptor >= 0) ::close(descriptor);
    return descriptor >= 0;
}

}  // namespace

TEST_CASE("A file of this user is made, written and read") {
    const scratch_folder folder;
    const auto file = folder.path / "file";
    CHECK_FALSE(opens(file, O_RDONLY));
    CHECK(first_line_of_own_file(file).empty());
    const int descriptor = open_own_file(file, to_write);
    REQUIRE(descriptor >= 0);
    CHECK((::fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0);
    struct stat made {};
    CHECK(::fstat(descriptor, &made) == 0);
    CHECK((made.st_mode & 0077) == 0);
    CHECK(::write(descriptor, "one\ntwo\n", 8) == 8);
    ::close(descriptor);
    CHECK(first_line_of_own_file(file) == "one");
}

TEST_CASE("The first line is read up to its limit, and without a newline too") {
    const scratch_folder folder;
    const auto file = folder.path / "file";
    std::ofstream(file) << "no newline";
    CHECK(first_line_of_own_file(file) == "no newline");
    std::ofstream(file) << std::string(10'000, 'x');
    CHECK(first_line_of_own_file(file) == std::string(4096, 'x'));
}

TEST_CASE("A link is not followed, and what it leads to stays as it is") {
    const scratch_folder folder;
    std::ofstream(folder.path / "target") << "kept\n";
    std::filesystem::create_symlink("target", folder.path / "link");
    std::filesystem::create_symlink("missing", folder.path / "dangling");
    for (const char* name : {"link", "dangling"}) {
        CHECK_FALSE(opens(folder.path / name, O_RDONLY));
        CHECK_FALSE(opens(folder.path / name, to_write | O_TRUNC));
    }
    CHECK(banyan::testing::read(folder.path / "target") == "kept\n");
    CHECK_FALSE(std::filesystem::exists(folder.path / "missing"));
}

TEST_CASE("A FIFO is refused, and nothing waits for its other end") {
    const scratch_folder folder;
    const auto fifo = folder.path / "fifo";
    REQUIRE(::mkfifo(fifo.c_str(), 0666) == 0);
    CHECK_FALSE(opens(fifo, O_RDONLY));
    CHECK_FALSE(opens(fifo, to_write));
    CHECK(first_line_of_own_file(fifo).empty());
    CHECK_FALSE(opens(folder.path, O_RDONLY));
}

TEST_CASE("A file with a second name can be read and not written") {
    const scratch_folder folder;
    std::ofstream(folder.path / "file") << "kept\n";
    std::filesystem::create_hard_link(folder.path / "file", folder.path / "second");
    CHECK(first_line_of_own_file(folder.path / "second") == "kept");
    CHECK_FALSE(opens(folder.path / "second", to_write));
}

TEST_CASE("A file of another user is refused") {
    if (::geteuid() != 0) return;  // only root can make one
    constexpr uid_t other = 12345;
    const scratch_folder folder;
    const auto file = folder.path / "file";
    std::ofstream(file) << "theirs\n";
    if (::chown(file.c_str(), other, static_cast<gid_t>(-1)) != 0) return;  // a name space with one user
    CHECK(first_line_of_own_file(file).empty());
    CHECK_FALSE(opens(file, to_write));
}

}  // namespace own_file_test
