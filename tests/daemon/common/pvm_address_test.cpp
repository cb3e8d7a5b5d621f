// The file that names the PVM service, in a folder where other users may have put something else.
#include "daemon/common/pvm_address.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "libnet/base/asio.hpp"
#include "libnet/pvm3/service_address.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/common/variable_set.hpp"

namespace pvm_address_test {

namespace asio = banyan::net::asio;
namespace pvm = banyan::daemon::pvm;
using banyan::pvm3::service_file;
using banyan::testing::scratch_folder;
using banyan::testing::variable_set;
using acceptor = asio::local::stream_protocol::acceptor;

namespace {

/// PVM_TMP is a folder with a running service, whose address file is that of another virtual machine.
struct service_folder {
    [[nodiscard]] std::string line_of(const char* socket) const { return (folder.path / socket).string() + "\n"; }

    scratch_folder folder;
    variable_set place{"PVM_TMP", folder.path};
    asio::io_context io;
    acceptor running{io, asio::local::stream_protocol::endpoint((folder.path / "running").string())};
    std::filesystem::path file = service_file("pvmd");
};

}  // namespace

TEST_CASE("The file names the first running service until this one ends", "[pvm][pvm_address]") {
    const service_folder with;
    {
        const pvm::address_file first(with.folder.path / "running");
        CHECK(pvm::name_service(with.folder.path / "second"));
        CHECK(banyan::testing::read(with.file) == with.line_of("running"));
    }
    CHECK_FALSE(std::filesystem::exists(with.file));
    CHECK(pvm::name_service(with.folder.path / "ended"));
    CHECK(pvm::name_service(with.folder.path / "second"));
    CHECK(banyan::testing::read(with.file) == with.line_of("second"));
}

TEST_CASE("A FIFO in place of the file is not waited for", "[pvm][pvm_address]") {
    const service_folder with;
    REQUIRE(::mkfifo(with.file.c_str(), 0666) == 0);
    CHECK(pvm::name_service(with.folder.path / "own"));
    CHECK(banyan::testing::read(with.file) == with.line_of("own"));
}

TEST_CASE("A file with the process id in its name does not prevent the file", "[pvm][pvm_address]") {
    const service_folder with;
    std::ofstream(with.file.string() + "." + std::to_string(::getpid())) << "of another user";
    CHECK(pvm::name_service(with.folder.path / "own"));
    CHECK(banyan::testing::read(with.file) == with.line_of("own"));
    std::filesystem::remove(with.file);
    std::filesystem::create_directory(with.file);  // this cannot be replaced
    CHECK_FALSE(pvm::name_service(with.folder.path / "own"));
    const auto files = std::filesystem::directory_iterator(with.folder.path);
    CHECK(std::distance(begin(files), end(files)) == 3);  // with the socket: no draft is left
}

TEST_CASE("A link in place of the file is replaced and not followed", "[pvm][pvm_address]") {
    const service_folder with;
    std::ofstream(with.folder.path / "target") << with.line_of("running");
    std::filesystem::create_symlink("target", with.file);
    CHECK(pvm::name_service(with.folder.path / "own"));
    CHECK_FALSE(std::filesystem::is_symlink(with.file));
    CHECK(banyan::testing::read(with.file) == with.line_of("own"));
    CHECK(banyan::testing::read(with.folder.path / "target") == with.line_of("running"));
}

}  // namespace pvm_address_test
