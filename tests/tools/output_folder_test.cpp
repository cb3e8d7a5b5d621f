#include "tools/banyan/output_folder.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "tests/common/scratch_folder.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools::output_folder_test {

namespace fs = std::filesystem;

TEST_CASE("checking an output file changes nothing") {
    const testing::scratch_folder folder;
    const auto old = folder.path / "old", link = folder.path / "link", none = folder.path / "none";
    std::ofstream(old) << "old";
    fs::create_symlink("none", link);
    for (const auto& file : {old, link, none})
        CHECK_NOTHROW(check_output_file(file));
    CHECK(testing::read(old) == "old");
    CHECK(fs::read_symlink(link).string() == "none");
    CHECK_FALSE(fs::exists(none));
    write_output_file(link, "new");
    CHECK(testing::read(none) == "new");
}

TEST_CASE("an output file that cannot be written is named with its option and the reason") {
    const testing::scratch_folder folder;
    std::ofstream(folder.path / "file") << "";
    fs::create_symlink("none/file", folder.path / "link");
    const auto reason = [&](const char* file, const char* why) {
        return Catch::Equals("--report: " + (folder.path / file).string() + " cannot be written: " + why);
    };
    CHECK_THROWS_WITH(check_output_file(folder.path / "none/file", "--report"),
                      reason("none/file", "No such file or directory"));
    CHECK_THROWS_WITH(check_output_file(folder.path / "file/below", "--report"),
                      reason("file/below", "Not a directory"));
    CHECK_THROWS_WITH(check_output_file(folder.path / "link", "--report"), reason("link", "No such file or directory"));
    CHECK_THROWS_WITH(check_output_file(folder.path, "--report"),
                      Catch::Equals("--report: " + folder.path.string() + " cannot be written: Is a directory"));
    CHECK_THROWS_WITH(write_output_file(folder.path / "none/file", "text", "--report"),
                      reason("none/file", "No such file or directory"));
    CHECK_THROWS_WITH(write_output_file(folder.path, "text", "--report"),
                      Catch::Equals("--report: " + folder.path.string() + " cannot be written: Is a directory"));
    CHECK(fs::is_symlink(folder.path / "link"));
}

TEST_CASE("two options cannot name the same file") {
    const testing::scratch_folder folder;
    const auto one = folder.path / "one", link = folder.path / "link";
    fs::create_symlink("one", link);
    CHECK_NOTHROW(check_output_files({{"--out", one}, {"--report", folder.path / "two"}, {"--samples", ""}}));
    CHECK_NOTHROW(check_output_files({{"--out", ""}, {"--report", ""}}));
    CHECK_NOTHROW(check_output_files({{"--out", "/dev/null"}, {"--report", "/dev/null"}}));
    const auto same = folder.path / "." / "one";
    CHECK_THROWS_WITH(check_output_files({{"--out", one}, {"--report", same}}),
                      Catch::Equals("--report: " + same.string() + " is the file of --out too, use a different file"));
    CHECK_THROWS_WITH(check_output_files({{"--out", "none"}, {"--report", "./none"}}), Catch::Contains("--out too"));
    std::ofstream(one) << "old";  // weakly_canonical() does not follow a link to a file that does not exist
    CHECK_THROWS_WITH(check_output_files({{"--out", one}, {"--samples", link}}), Catch::Contains("--out too"));
    CHECK_THROWS_WITH(check_output_files({{"--samples", folder.path / "none" / "file"}}),
                      Catch::Contains("--samples: ") && Catch::Contains("No such file or directory"));
    CHECK(testing::read(one) == "old");
}

TEST_CASE("results are printed although their files cannot be written, and the error follows") {
    int printed = 0;
    const auto print = [&] { ++printed; };
    CHECK_NOTHROW(write_and_print([] {}, print));
    CHECK(printed == 1);
    const auto fail = [] { throw verb_error(exit_status::failed, "no space"); };
    CHECK_THROWS_WITH(write_and_print(fail, print), "no space");
    CHECK(printed == 2);
}

}  // namespace banyan::tools::output_folder_test
