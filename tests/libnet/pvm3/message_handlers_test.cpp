#include <catch2/catch.hpp>

#include "libnet/pvm3/message_handlers.hpp"
#include "pvm3/pvm3.h"

namespace message_handlers_test {

using namespace banyan::pvm3;

namespace {

int nothing(int) {
    return 0;
}

packed_message message(int source, int tag, int context) {
    packed_message made;
    made.source = source;
    made.tag = tag;
    made.context = context;
    return made;
}

}  // namespace

TEST_CASE("ids of handlers start at 9 and the smallest free one is used", "[pvm3][handlers]") {
    message_handlers handlers;
    CHECK(handlers.add(-1, 1, 0, nothing) == 9);
    CHECK(handlers.add(-1, 2, 0, nothing) == 10);
    CHECK(handlers.add(-1, 3, 0, nothing) == 11);
    CHECK(handlers.remove(10) == PvmOk);
    CHECK(handlers.add(-1, 4, 0, nothing) == 10);
}

TEST_CASE("wrong calls have the codes of PVM", "[pvm3][handlers]") {
    message_handlers handlers;
    CHECK(handlers.add(-1, 1, 0, nullptr) == PvmBadParam);
    CHECK(handlers.add(-1, 1, 0, nothing) == 9);
    CHECK(handlers.add(-1, 1, 0, nothing) == PvmExists);
    CHECK(handlers.remove(-1) == PvmBadParam);
    CHECK(handlers.remove(0) == PvmNotFound);
    CHECK(handlers.remove(10) == PvmNotFound);
    CHECK(handlers.remove(9) == PvmOk);
    CHECK(handlers.remove(9) == PvmNotFound);
}

TEST_CASE("the most specific handler is found", "[pvm3][handlers]") {
    message_handlers handlers;
    const int any = handlers.add(-1, -1, 0, nothing);
    const int of_tag = handlers.add(-1, 5, 0, nothing);
    const int of_both = handlers.add(7, 5, 0, nothing);
    const int of_contexts = handlers.add(-1, 6, -1, nothing);
    CHECK(handlers.find(message(1, 1, 0))->id == any);
    CHECK(handlers.find(message(1, 5, 0))->id == of_tag);
    CHECK(handlers.find(message(7, 5, 0))->id == of_both);
    CHECK(handlers.find(message(1, 6, 3))->id == of_contexts);
    CHECK(handlers.find(message(7, 5, 1)) == nullptr);
}

}  // namespace message_handlers_test
