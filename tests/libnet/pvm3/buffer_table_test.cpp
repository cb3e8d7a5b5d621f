#include <catch2/catch.hpp>

#include "libnet/pvm3/buffer_table.hpp"
#include "libnet/pvm3/codec.hpp"
#include "pvm3/pvm3.h"

namespace buffer_table_test {

using namespace banyan::pvm3;

TEST_CASE("ids are positive and used again at once", "[pvm3][buffers]") {
    buffer_table table;
    CHECK(table.send_id() == 0);
    CHECK(table.receive_id() == 0);
    const int first = table.make(PvmDataDefault);
    const int second = table.make(PvmDataRaw);
    CHECK(first > 0);
    CHECK(second > 0);
    CHECK(first != second);
    CHECK(table.free(first) == PvmOk);
    CHECK(table.find(first) == nullptr);
    CHECK(table.make(PvmDataInPlace) == first);
    CHECK(table.find(second)->message.encoding == raw_encoding);
}

TEST_CASE("the known encodings are accepted, others are PvmBadParam", "[pvm3][buffers]") {
    buffer_table table;
    for (const int known : {PvmDataDefault, PvmDataRaw, PvmDataInPlace, PvmDataTrace})
        CHECK(table.make(known) > 0);
    for (const int unknown : {-1, 3, 5, 99}) {
        CHECK(table.make(unknown) == PvmBadParam);
        CHECK(table.init_send(unknown) == PvmBadParam);
    }
    CHECK(table.send_id() == 0);
}

TEST_CASE("initsend frees the send buffer, also after a failed call", "[pvm3][buffers]") {
    buffer_table table;
    const int first = table.init_send(PvmDataDefault);
    CHECK(table.init_send(99) == PvmBadParam);
    CHECK(table.send_id() == first);
    const int second = table.init_send(PvmDataRaw);
    CHECK(second == first);  // the id is free at once
    CHECK(table.send_buffer()->length() == 0);
}

TEST_CASE("unknown ids are PvmNoSuchBuf, and 0 is allowed", "[pvm3][buffers]") {
    buffer_table table;
    const int id = table.make(PvmDataDefault);
    for (const int unknown : {-1, id + 1, 100000}) {
        CHECK(table.free(unknown) == PvmNoSuchBuf);
        CHECK(table.set_send(unknown) == PvmNoSuchBuf);
        CHECK(table.set_receive(unknown) == PvmNoSuchBuf);
        CHECK(table.find(unknown) == nullptr);
    }
    CHECK(table.free(0) == PvmOk);
    CHECK(table.set_send(0) == 0);
    CHECK(table.set_send(id) == 0);
    CHECK(table.set_send(0) == id);
}

TEST_CASE("freeing the active buffer leaves none active", "[pvm3][buffers]") {
    buffer_table table;
    const int id = table.init_send(PvmDataDefault);
    CHECK(table.free(id) == PvmOk);
    CHECK(table.send_id() == 0);
    CHECK(table.set_receive(table.make(PvmDataRaw)) == 0);
    CHECK(table.free(table.receive_id()) == PvmOk);
    CHECK(table.receive_id() == 0);
}

TEST_CASE("a buffer is active for one of sending and receiving", "[pvm3][buffers]") {
    buffer_table table;
    const int id = table.init_send(PvmDataDefault);
    CHECK(table.set_receive(id) == 0);
    CHECK(table.receive_id() == id);
    CHECK(table.send_id() == 0);
    CHECK(table.set_send(id) == 0);
    CHECK(table.send_id() == id);
    CHECK(table.receive_id() == 0);
}

TEST_CASE("a receive frees the previous receive buffer unless it was saved", "[pvm3][buffers]") {
    buffer_table table;
    const int first = table.receive(table.adopt({}));
    const int second = table.receive(table.adopt({}));
    CHECK(table.find(first) == nullptr);
    CHECK(table.set_receive(0) == second);
    const int third = table.receive(table.adopt({}));
    CHECK(table.find(second) != nullptr);
    CHECK(table.receive_id() == third);
    CHECK(table.receive(third) == third);
    CHECK(table.find(third) != nullptr);
}

TEST_CASE("a half-read buffer continues where it was", "[pvm3][buffers]") {
    buffer_table table;
    const int id = table.make(PvmDataDefault);
    const int numbers[] = {1, 2};
    pack<int>(*table.find(id), {numbers, 2, 1});
    table.set_receive(id);
    int number = 0;
    unpack<int>(*table.receive_buffer(), {&number, 1, 1});
    table.set_receive(0);
    table.set_receive(id);
    unpack<int>(*table.receive_buffer(), {&number, 1, 1});
    CHECK(number == 2);
}

TEST_CASE("the buffer of a waiting message is not freed by the program", "[pvm3][buffers]") {
    buffer_table table;
    const int id = table.adopt({});
    table.find(id)->queued = true;
    CHECK(table.free(id) == PvmOk);
    CHECK(table.find(id) != nullptr);
}

}  // namespace buffer_table_test
