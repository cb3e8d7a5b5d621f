#include "tools/banyan/replace_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/common/scratch_folder.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools::replace_file_test {

namespace fs = std::filesystem;

namespace {

void replace_text(const fs::path& file, const std::string& text) {
    replace_file(file, "--out", [&](std::ostream& out) { out << text; });
}

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

struct stat status_of(const fs::path& file) {
    struct stat found {};
    REQUIRE(::stat(file.c_str(), &found) == 0);
    return found;
}

// Files of this process cannot grow while it lives, as if the disk were full.
class full_disk {
  public:
    full_disk() : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit none{0, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    ~full_disk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    full_disk(const full_disk&) = delete;
    full_disk& operator=(const full_disk&) = delete;

  private:
    void (*handler_)(int);
    rlimit before_{};
};

// The message of the failure to write it there; empty if it was written.
std::string failure_on_full_disk(const fs::path& file, const std::string& text) {
    const full_disk disk;
    try {
        replace_text(file, text);
    } catch (const verb_error& failure) {
        return failure.what();
    }
    return "";
}

}  // namespace

TEST_CASE("if a file cannot be written, its old contents stay") {
    const testing::scratch_folder folder;
    const auto file = folder.path / "file", link = folder.path / "link";
    std::ofstream(file) << "old";
    fs::create_symlink("file", link);
    for (const auto& name : {file, link})
        for (const std::size_t length : {std::size_t{3}, std::size_t{1'000'000}}) {
            const auto failure = failure_on_full_disk(name, std::string(length, 'n'));
            CHECK(failure == "--out: " + name.string() + " cannot be written: File too large");
            CHECK(testing::read(file) == "old");
        }
    CHECK(fs::is_symlink(link));
    CHECK(files_in(folder.path) == 2);
}

TEST_CASE("a replaced file has the new contents, the permissions of the old one, and no other file is left") {
    const testing::scratch_folder folder;
    const auto file = folder.path / "file";
    for (const mode_t mode : {0600U, 0640U, 0666U, 0755U}) {
        std::ofstream(file) << "old and longer";
        REQUIRE(::chmod(file.c_str(), mode) == 0);
        replace_text(file, "new");
        CHECK(testing::read(file) == "new");
        CHECK((status_of(file).st_mode & 07777U) == mode);
    }
    replace_text(folder.path / "another", "first");
    CHECK(testing::read(folder.path / "another") == "first");
    const mode_t mask = ::umask(0);
    ::umask(mask);
    CHECK((status_of(folder.path / "another").st_mode & 07777U) == (0666U & ~mask));
    CHECK(files_in(folder.path) == 2);
}

TEST_CASE("a link that others put in place of the new file is not followed") {
    const testing::scratch_folder folder;
    const auto file = folder.path / "file", victim = folder.path / "victim";
    for (const auto& name : {file, victim})
        std::ofstream(name) << "old";
    REQUIRE(::chmod(file.c_str(), 0666) == 0);
    REQUIRE(::chmod(victim.c_str(), 0600) == 0);
    replace_file(file, "--out", [&](std::ostream& out) {
        for (const auto& entry : fs::directory_iterator(folder.path)) {
            if (entry.path().filename().string().starts_with(".banyan-part-")) {
                fs::remove(entry.path());
                fs::create_symlink("victim", entry.path());
                break;
            }
        }
        out << "new";
    });
    CHECK(testing::read(victim) == "old");
    CHECK((status_of(victim).st_mode & 07777U) == 0600U);
}

TEST_CASE("a file behind a link of another user in a folder of all users is not replaced") {
    if (::geteuid() != 0) return;  // only root can make such a link
    const testing::scratch_folder folder;
    const auto victim = folder.path / "victim", shared = folder.path / "shared";
    fs::create_directory(shared);
    REQUIRE(::chmod(shared.c_str(), 01777) == 0);
    constexpr uid_t other_user = 65534;
    for (const bool is_of_other : {false, true}) {
        std::ofstream(victim) << "old";
        const auto before = status_of(victim).st_ino;
        const auto link = shared / (is_of_other ? "other" : "own");
        fs::create_symlink(victim, link);
        if (is_of_other) REQUIRE(::lchown(link.c_str(), other_user, other_user) == 0);
        try {
            replace_text(link, "new");
        } catch (const verb_error&) {  // the system has refused to follow it
            CHECK(is_of_other);
            CHECK(testing::read(victim) == "old");
        }
        CHECK((status_of(victim).st_ino == before) == is_of_other);
        fs::remove(victim);
    }
}

TEST_CASE("a symbolic link stays a link, also to a file that does not exist yet") {
    const testing::scratch_folder folder;
    fs::create_directory(folder.path / "there");
    fs::create_symlink("there/file", folder.path / "first");
    fs::create_symlink(folder.path / "first", folder.path / "second");
    for (const std::string text : {"made", "replaced"}) {
        replace_text(folder.path / "second", text);
        CHECK(testing::read(folder.path / "there/file") == text);
        CHECK_FALSE(fs::is_symlink(folder.path / "there/file"));
    }
    CHECK(fs::is_symlink(folder.path / "first"));
    CHECK(fs::is_symlink(folder.path / "second"));
    fs::create_symlink("circle", folder.path / "circle");
    CHECK_THROWS_AS(replace_text(folder.path / "circle", "text"), verb_error);
}

TEST_CASE("files that others use in another way are written in place") {
    const testing::scratch_folder folder;
    const auto file = folder.path / "file";
    std::ofstream(file) << "old";
    SECTION("a file with two names") {
        fs::create_hard_link(file, folder.path / "other");
        replace_text(file, "new");
        CHECK(testing::read(folder.path / "other") == "new");
    }
    SECTION("an open file, as /dev/stdout is one") {
        const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
        REQUIRE(descriptor >= 0);
        const auto before = status_of(file).st_ino;
        const auto in_proc = fmt::format("/proc/self/fd/{}", descriptor);
        fs::create_symlink(in_proc, folder.path / "link");
        replace_text(in_proc, "new");
        CHECK(testing::read(file) == "new");
        replace_text(folder.path / "link", "newer");
        CHECK(testing::read(file) == "newer");
        CHECK(status_of(file).st_ino == before);
        ::close(descriptor);
    }
    SECTION("a pipe") {
        const auto fifo = folder.path / "pipe";
        REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
        const int reader = ::open(fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        REQUIRE(reader >= 0);
        replace_text(fifo, "new");
        std::array<char, 8> text{};
        CHECK(::read(reader, text.data(), text.size()) == 3);
        CHECK(std::string(text.data()) == "new");
        ::close(reader);
        CHECK(fs::is_fifo(fifo));
    }
    SECTION("a device") {
        CHECK_NOTHROW(replace_text("/dev/null", "new"));
        CHECK(fs::is_character_file("/dev/null"));
        CHECK_THROWS_WITH(replace_text("/dev/full", "new"),
                          "--out: /dev/full cannot be written: No space left on device");
    }
}

}  // namespace banyan::tools::replace_file_test
