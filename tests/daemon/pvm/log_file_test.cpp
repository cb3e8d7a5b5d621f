// The log of the PVM service.
#include "daemon/pvm/log_file.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "libnet/pvm3/service_address.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/common/variable_set.hpp"

namespace log_file_test {

using namespace banyan::daemon::pvm;
using banyan::testing::scratch_folder;
using banyan::testing::variable_set;

namespace {

std::string written_log() {
    return banyan::testing::read(banyan::pvm3::service_file("pvml"));
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("A second service keeps the log of the first one if it has to", "[pvm][log_file]") {
    const scratch_folder folder;
    const variable_set place("PVM_TMP", folder.path);
    log_file first(log_file::earlier_lines::dropped);
    first.write("of the first");
    log_file(log_file::earlier_lines::kept).write("of a private one");
    first.write("later");
    CHECK(has(written_log(), "of the first\n"));
    CHECK(has(written_log(), "of a private one\n"));
    CHECK(has(written_log(), "later\n"));
    const log_file next(log_file::earlier_lines::dropped);
    CHECK(written_log().empty());
}

TEST_CASE("PVMDLOGMAX limits the log, and a wrong value is reported there", "[pvm][log_file]") {
    const scratch_folder folder;
    const variable_set place("PVM_TMP", folder.path);
    {
        const variable_set limit("PVMDLOGMAX", "0x30");  // 48 bytes: one short line
        log_file log(log_file::earlier_lines::dropped);
        log.write("one");
        log.write("two");
        CHECK(has(written_log(), "one\n"));
        CHECK_FALSE(has(written_log(), "two"));
    }
    for (const std::string wrong : {"1M", "many", "-5"}) {
        const variable_set limit("PVMDLOGMAX", wrong);
        log_file log(log_file::earlier_lines::dropped);
        log.write("a line");
        CHECK(has(written_log(), "PVMDLOGMAX='" + wrong + "' is not allowed"));
        CHECK(has(written_log(), "a line\n"));
    }
}

TEST_CASE("A link or a FIFO in place of the log is left alone", "[pvm][log_file]") {
    const scratch_folder folder;
    const variable_set place("PVM_TMP", folder.path);
    const auto file = banyan::pvm3::service_file("pvml");
    std::ofstream(folder.path / "target") << "kept\n";
    for (const bool is_hard : {false, true}) {
        is_hard ? std::filesystem::create_hard_link(folder.path / "target", file)
                : std::filesystem::create_symlink("target", file);
        for (const auto of_others : {log_file::earlier_lines::dropped, log_file::earlier_lines::kept})
            log_file(of_others).write("a line");
        CHECK(banyan::testing::read(folder.path / "target") == "kept\n");
        std::filesystem::remove(file);
    }
    REQUIRE(::mkfifo(file.c_str(), 0666) == 0);
    log_file(log_file::earlier_lines::kept).write("a line");  // does not wait for a reader
    CHECK(std::filesystem::is_fifo(file));
}

}  // namespace log_file_test
