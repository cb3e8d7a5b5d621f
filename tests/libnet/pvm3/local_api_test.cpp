#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/error_text.hpp"
#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/library.hpp"
#include "pvm3/pvmproto.h"
#include "tests/libnet/pvm3/quiet_library.hpp"

namespace local_api_test {

using banyan::testing::quiet_library;
using namespace banyan::pvm3;

namespace {

// What the call writes to standard error.
std::string errors_of(const std::function<void()>& call) {
    std::FILE* file = std::tmpfile();
    const int saved = ::dup(STDERR_FILENO);
    ::dup2(::fileno(file), STDERR_FILENO);
    call();
    ::dup2(saved, STDERR_FILENO);
    ::close(saved);
    std::rewind(file);
    std::string text;
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file))
        text += static_cast<char>(c);
    std::fclose(file);
    return text;
}

std::string exported() {
    const char* value = std::getenv("PVM_EXPORT");
    return value ? value : "";
}

}  // namespace

TEST_CASE("a failed call writes one line as PvmAutoErr says", "[pvm3][api]") {
    const quiet_library quiet;
    CHECK(errors_of([] { pvm_freebuf(77); }).empty());
    CHECK(pvm_setopt(PvmAutoErr, 1) == 0);
    const std::string name = "pid" + std::to_string(::getpid());
    CHECK(errors_of([] { pvm_freebuf(77); }) ==
          "libpvm [" + name + "]: pvm_freebuf(): " + error_text(PvmNoSuchBuf) + "\n");
    CHECK(pvm_errno == PvmNoSuchBuf);
    CHECK(std::string(pvm_strerror()) == error_text(PvmNoSuchBuf));
    the_library().set_tid(0x40001);
    CHECK(pvmmytid == 0x40001);
    CHECK(errors_of([] { pvm_perror("here"); }) ==
          std::string("libpvm [t40001]: here: ") + error_text(PvmNoSuchBuf) + "\n");
    CHECK(errors_of([] { lpvmerr("mine", PvmNoTask); }) ==
          std::string("libpvm [t40001]: mine(): ") + error_text(PvmNoTask) + "\n");
    CHECK(errors_of([] { pvmlogerror("text\n"); }) == "libpvm [t40001]: text\n");
    CHECK(errors_of([] { pvmlogprintf("%d\n", 5); }) == "libpvm [t40001]: 5\n");
    the_library().set_tid(0);
    CHECK(pvmmytid == -1);
    CHECK(errors_of([] { pvm_freebuf(0); }).empty());
}

TEST_CASE("no exception leaves a call", "[pvm3][api]") {
    const quiet_library quiet;
    CHECK(guarded("call", []() -> int { throw std::bad_alloc(); }) == PvmNoMem);
    CHECK(guarded("call", []() -> int { throw banyan::net::error(banyan::net::errc::closed, "gone"); }) == PvmSysErr);
    CHECK(guarded("call", [] { return 5; }) == 5);
    CHECK(pvm_setopt(PvmAutoErr, 1) == 0);
    const std::string line = errors_of(
        [] { guarded("call", []() -> int { throw banyan::net::error(banyan::net::errc::closed, "gone"); }); });
    CHECK(line.find("call(): ") != std::string::npos);
    CHECK(line.find(": gone\n") != std::string::npos);
}

TEST_CASE("the host of a task id is its host part", "[pvm3][api]") {
    CHECK(pvm_tidtohost(0x140005) == 0x140000);
    CHECK(pvm_tidtohost(0x40000) == 0x40000);
    CHECK(pvm_tidtohost(0) == 0);
}

TEST_CASE("version and architecture", "[pvm3][api]") {
    const quiet_library quiet;
    CHECK(std::string(pvm_version()) == "3.4.6");
    CHECK(pvm_archcode(own_architecture) == own_data_signature);
    CHECK(pvm_archcode(nullptr) == PvmBadParam);
}

TEST_CASE("exported variables are a list with colons", "[pvm3][api]") {
    const quiet_library quiet;
    ::unsetenv("PVM_EXPORT");
    CHECK(pvm_export("ONE") == PvmOk);
    CHECK(pvm_export("TWO") == PvmOk);
    CHECK(pvm_export("ONE") == PvmOk);
    CHECK(exported() == "ONE:TWO");
    CHECK(pvm_unexport("THREE") == PvmOk);
    CHECK(pvm_unexport("TWO") == PvmOk);
    CHECK(exported() == "ONE");
    CHECK(pvm_unexport("ONE") == PvmOk);
    CHECK(std::getenv("PVM_EXPORT") == nullptr);
    CHECK(pvm_export("") == PvmBadParam);
    CHECK(pvm_export(nullptr) == PvmBadParam);
    CHECK(pvm_export("A=B") == PvmBadParam);
}

TEST_CASE("small helpers of the library", "[pvm3][api]") {
    timeval now{};
    CHECK(pvmgetclock(&now) == 0);
    CHECK(now.tv_sec > 1600000000);
    CHECK(pvmsleep(0) == 0);
    CHECK(pvmstrtoi("0x10") == 16);
    CHECK(pvmstrtoi("-12") == -12);
    CHECK(pvmxtoi("40001") == 0x40001);
    CHECK(pvmxtoi("80000000") == static_cast<int>(0x80000000));
    int found = 0;
    CHECK(std::string(pvmnametag(SM_STTASK, &found)) == "SM_STTASK");
    CHECK(found == 1);
    CHECK(std::string(pvmnametag(12, &found)) == "12");
    CHECK(found == 0);
}

TEST_CASE("Names of new files are in the folder of sockets and logs", "[pvm3][api]") {
    ::setenv("PVM_TMP", "/folder", 1);
    char name[128];
    CHECK(pvmtmpnam(name) == name);
    CHECK(std::string(name).starts_with("/folder/pvmtmp"));
    const std::string other = pvmtmpnam(nullptr);
    CHECK(other.starts_with("/folder/pvmtmp"));
    CHECK(other != name);
    ::setenv("PVM_TMP", std::string(200, 'x').c_str(), 1);
    CHECK(pvmtmpnam(name) == nullptr);
    ::unsetenv("PVM_TMP");
}

TEST_CASE("A string is unpacked into memory of its own", "[pvm3]") {
    const quiet_library quiet;
    REQUIRE(pvm_initsend(PvmDataDefault) > 0);
    REQUIRE(pvm_pkstr(const_cast<char*>("a text")) == PvmOk);
    const int number = 70000;  // no length of a text that follows
    REQUIRE(pvm_pkint(&number, 1, 1) == PvmOk);
    REQUIRE(pvm_setrbuf(pvm_setsbuf(0)) >= 0);
    char* text = nullptr;
    REQUIRE(pvmupkstralloc(&text) == PvmOk);
    CHECK(std::string(text) == "a text");
    std::free(text);
    text = nullptr;
    CHECK(pvmupkstralloc(&text) == PvmNoData);
    CHECK(text == nullptr);
    int read = 0;
    CHECK(pvm_upkint(&read, 1, 1) == PvmOk);
    CHECK(read == number);
    CHECK(pvm_freebuf(pvm_getrbuf()) == PvmOk);
}

TEST_CASE("The variable pvmautoerr is the option PvmAutoErr", "[pvm3]") {
    const int before = pvm_setopt(PvmAutoErr, 0);
    CHECK(pvmautoerr == 0);
    pvmautoerr = 1;
    CHECK(pvm_getopt(PvmAutoErr) == 1);
    CHECK(pvm_setopt(PvmAutoErr, before) == 1);
}

}  // namespace local_api_test
