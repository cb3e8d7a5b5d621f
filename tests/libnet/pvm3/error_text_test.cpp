#include <catch2/catch.hpp>
#include <climits>
#include <iterator>
#include <set>
#include <string>

#include "libnet/pvm3/error_text.hpp"
#include "pvm3/pvm3.h"

namespace error_text_test {

using namespace banyan::pvm3;

TEST_CASE("every code of pvm3.h has a text of its own", "[pvm3][errors]") {
    const int codes[] = {PvmOk,         PvmBadParam,     PvmMismatch,  PvmOverflow, PvmNoData,     PvmNoHost,
                         PvmNoFile,     PvmDenied,       PvmNoMem,     PvmBadMsg,   PvmSysErr,     PvmNoBuf,
                         PvmNoSuchBuf,  PvmNullGroup,    PvmDupGroup,  PvmNoGroup,  PvmNotInGroup, PvmNoInst,
                         PvmHostFail,   PvmNoParent,     PvmNotImpl,   PvmDSysErr,  PvmBadVersion, PvmOutOfRes,
                         PvmDupHost,    PvmCantStart,    PvmAlready,   PvmNoTask,   PvmNotFound,   PvmExists,
                         PvmHostrNMstr, PvmParentNotSet, PvmIPLoopback};
    std::set<std::string> texts;
    for (const int code : codes) {
        const std::string text = error_text(code);
        CHECK(text.find("not used") == std::string::npos);
        CHECK(text.find("unknown") == std::string::npos);
        texts.insert(text);
    }
    CHECK(texts.size() == std::size(codes));
    CHECK(pvm_nerr == -PvmIPLoopback + 1);
}

TEST_CASE("other numbers have a text too", "[pvm3][errors]") {
    CHECK(std::string(error_text(-37)) == "an unknown error");
    CHECK(std::string(error_text(INT_MIN)) == "an unknown error");
    CHECK(std::string(error_text(5)) == error_text(0));
    CHECK(std::string(error_text(-9)).find("not used") != std::string::npos);
}

}  // namespace error_text_test
