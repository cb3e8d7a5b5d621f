// A resource that this host lacks, or a request of a host file that fails. One error line names it and says what to do.
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/common/long_form.hpp"
#include "tests/daemon/system/child.hpp"

namespace refusal_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

std::string runtime_directory_name() {
    return "banyan-" + std::to_string(::geteuid());
}

/// Runs `banyan run -n 2 -- true` after these shell commands.
child_result limited_run(const arena& a, const std::string& before) {
    child c(a, {"sh", "-c", before + "; exec \"$0\" run -n 2 -- true", built("banyan")});
    c.close_input();
    return c.finish();
}

bool is_one_line(const child_result& r) {
    return r.status == 1 && count_lines(r.err) == 1 && r.out.empty();
}

}  // namespace

TEST_CASE("If a runtime folder cannot be used, the error names it and says what to do") {
    arena a;
    const auto refused = [&](const std::string& runtime, const std::string& text) {
        a.environment["XDG_RUNTIME_DIR"] = runtime;
        check_refused(a, {"run", "-n", "1", "--", "true"}, 1, text);
        check_refused(a, {"run", "-n", "1", "--", "true"}, 1, "set XDG_RUNTIME_DIR to a ");
    };
    const std::string here = a.folder();
    refused(a.file("file", ""), "file/" + runtime_directory_name() + ": cannot be created: Not a directory");
    refused(here + "/missing", "missing/" + runtime_directory_name() + ": cannot be created: No such file");
    const std::string deep = here + "/" + std::string(60, 'd');
    fs::create_directory(deep);
    refused(deep, "sockets in it allow at most 67");
    fs::create_directory(here + "/linked");
    fs::create_directory_symlink(here, here + "/linked/" + runtime_directory_name());
    refused(here + "/linked", "is a symbolic link");
    if (::geteuid() == 0) {
        fs::create_directories(here + "/other/" + runtime_directory_name());
        REQUIRE(::chown((here + "/other/" + runtime_directory_name()).c_str(), 12345, 12345) == 0);
        refused(here + "/other", "belongs to another user (uid 12345)");
    } else {
        fs::create_directory(here + "/closed");
        fs::permissions(here + "/closed", fs::perms(0500));
        refused(here + "/closed", "Permission denied");
    }
}

// The file system has room for a limited number of files. It is in its own mount namespace.
TEST_CASE("If a runtime folder is full, the error names it at every step") {
    arena a;
    child probe(a, {"unshare", "-rm", "mount", "-t", "tmpfs", "none", a.folder().string()});
    if (probe.finish().status != 0) return;  // this user cannot make namespaces
    for (const int files : {1, 2, 3, 4, 5, 6}) {
        const std::string script = "mount -t tmpfs -o mode=0700,nr_inodes=" + std::to_string(files) +
                                   " none \"$XDG_RUNTIME_DIR\" && exec \"$0\" run -n 1 -- true";
        child c(a, {"unshare", "-rm", "sh", "-c", script, built("banyan")});
        const auto r = c.finish();
        INFO(files << ": " << r.err);
        CHECK(is_one_line(r));
        CHECK_THAT(r.err, Contains(a.folder().string()) && Contains("No space left on device") &&
                              Contains("set XDG_RUNTIME_DIR to a folder"));
    }
}

TEST_CASE("Too few descriptors: one line names the limit, for every number of them") {
    if (sanitized) return;
    const arena a;
    bool worked = false;
    for (int limit = 5; limit < 30; ++limit) {  // with fewer, the system cannot load the program
        const auto r = limited_run(a, "ulimit -n " + std::to_string(limit));
        INFO(limit << ": " << r.err);
        CHECK((r.status == 0 || is_one_line(r)));
        if (r.status == 0) worked = true;
        if (r.status != 0)
            CHECK_THAT(r.err,
                       Contains("out of file descriptors: " + std::to_string(limit) + " are allowed (ulimit -n)"));
    }
    CHECK(worked);
    CHECK(a.empty_within(clean_up_limit));
    CHECK(fs::is_empty(a.folder() / runtime_directory_name()));
}

TEST_CASE("Too little memory: one line names the limit, for every amount of it") {
    if (sanitized) return;
    const arena a;
    int refused = 0;
    for (int kibibytes = 13'000; kibibytes < 36'000; kibibytes += kibibytes < 17'000 ? 250 : 3000) {
        const auto r = limited_run(a, "ulimit -v " + std::to_string(kibibytes));
        if (r.status == 127) continue;  // the system could not load the program
        // Constructors of shared libraries run before main(), and end the program in a different way.
        if (kibibytes < 17'000 && r.err == "terminate called without an active exception\n") continue;
        INFO(kibibytes << ": " << r.err);
        CHECK((r.status == 0 || is_one_line(r)));
        if (r.status == 0) continue;
        ++refused;
        const bool of_the_loader = r.err.find("shared object") != r.err.npos;  // the loader of banyand
        CHECK((of_the_loader || r.err.find("ulimit -v") != r.err.npos));
    }
    CHECK(refused > 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("If a daemon has too little memory for a run, the error says so") {
    if (sanitized) return;
    const arena a;
    child up(a, {"sh", "-c", "ulimit -v 22000; exec \"$0\" up", built("banyan")});
    REQUIRE(up.finish().status == 0);
    const auto r = run_banyan(a, {"run", "-n", "100", "--", "head", "-c", "1000000", "/dev/zero"});
    if (r.status != 0)
        CHECK_THAT(r.err, Contains("not enough memory: 22000 KiB of address space are allowed (ulimit -v)"));
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("Addresses and users that a host cannot have are refused") {
    const arena a;
    const auto refused = [&a](const std::string& line, const std::string& text) {
        check_refused(a, {"up", "--hostfile", a.file("hosts.txt", line + "\n")}, 2, text);
    };
    for (const std::string address : {"0.0.0.0", "::", "::ffff:0.0.0.0"})
        refused("a address=" + address, "host a: " + address + " means all interfaces");
    refused("a address=127.0.0.2,0.0.0.0", "0.0.0.0 means all interfaces");
    refused("a address=224.0.0.1", "host a: 224.0.0.1 is a multicast address");
    check_refused(a, {"up", "0.0.0.0"}, 2, "host 0.0.0.0: 0.0.0.0 means all interfaces");
    refused("a user=-oProxyCommand=x", "hosts.txt:1: user=-oProxyCommand=x: the name of a user must not begin with -");
}

}  // namespace refusal_test
