// The mailbox, with the test cases that come with PVM's example program mbox.
#include "daemon/pvm/info_store.hpp"

#include <catch2/catch.hpp>

#include "daemon/pvm/codes.hpp"

namespace info_store_test {

using namespace banyan::daemon::pvm;
using replies = std::vector<info_store::reply>;

namespace {

struct mailbox : info_store {
    replies served;

    int put_in(tid owner, const std::string& name, int flags = 0, const std::string& body = "body") {
        banyan::pvm3::wire::PutInfo message;
        message.set_name(name);
        message.set_flags(flags);
        message.mutable_message()->set_body(body);
        return put(owner, message, served);
    }
    int insert(tid owner, const std::string& name, int index) {
        banyan::pvm3::wire::PutInfo message;
        message.set_name(name);
        message.set_flags(PvmMboxPersistent | PvmMboxMultiInstance);
        message.set_index(index);
        return put(owner, message, served);
    }
    std::optional<info_store::reply> get(tid who, const std::string& name, int index = 0, int flags = 0) {
        banyan::pvm3::wire::ReceiveInfo message;
        message.set_name(name);
        message.set_index(index);
        message.set_flags(flags);
        return receive({who, 1}, message);
    }
    int status(tid who, const std::string& name, int index = 0, int flags = 0) {
        const auto result = get(who, name, index, flags);
        return result ? result->status : -1000;
    }
    std::vector<std::string> names(const std::string& pattern) const {
        banyan::pvm3::wire::Answer answer;
        if (list(pattern, answer) != PvmOk) return {"invalid"};
        std::vector<std::string> result;
        for (const auto& entry : answer.entries())
            result.push_back(entry.name());
        return result;
    }
};

}  // namespace

TEST_CASE("The owner replaces its entry, others are refused", "[pvm]") {
    mailbox box;
    CHECK(box.put_in(1, "a", 0, "first") == 0);
    CHECK(box.put_in(1, "a", 0, "second") == 0);
    CHECK(box.get(2, "a")->message.body() == "second");
    CHECK(box.put_in(2, "a") == PvmDenied);
    CHECK(box.put_in(2, "a", PvmMboxMultiInstance) == 1);
    CHECK(box.put_in(2, "a", PvmMboxOverWritable) == PvmDenied);
    CHECK(box.put_in(2, "b", PvmMboxOverWritable) == 0);
    CHECK(box.put_in(1, "b") == 0);
    CHECK(box.put_in(2, "b") == PvmDenied);  // the new entry is not overwritable
    CHECK(box.put_in(1, "") == PvmBadParam);
}

TEST_CASE("Entries of one name get the lowest free index", "[pvm]") {
    mailbox box;
    for (int i = 0; i < 4; ++i)
        CHECK(box.put_in(static_cast<tid>(1 + i % 2), "a", PvmMboxMultiInstance) == i);
    CHECK(box.remove(1, "a", 1) == PvmDenied);
    CHECK(box.remove(2, "a", 1) == 1);
    CHECK(box.remove(2, "a", 1) == PvmNotFound);
    CHECK(box.remove(2, "x", 0) == PvmNotFound);
    CHECK(box.remove(2, "a", -1) == PvmBadParam);
    CHECK(box.status(9, "a", 1) == PvmNotFound);
    CHECK(box.status(9, "a", 1, PvmMboxFirstAvail) == 2);
    CHECK(box.status(9, "a", 4, PvmMboxFirstAvail) == PvmNotFound);
    CHECK(box.status(9, "a", -1, PvmMboxFirstAvail) == PvmBadParam);
    CHECK(box.put_in(3, "a", PvmMboxMultiInstance) == 1);
}

TEST_CASE("A direct index is above the flags", "[pvm]") {
    mailbox box;
    CHECK(box.put_in(1, "a", PvmMboxMultiInstance | PvmMboxDirectIndex(5)) == 5);
    CHECK(box.put_in(1, "a", PvmMboxDirectIndex(5)) == 5);
    CHECK(box.put_in(2, "a", PvmMboxDirectIndex(5)) == PvmDenied);
    CHECK(box.put_in(1, "a", PvmMboxMultiInstance | PvmMboxDirectIndex(5)) == 6);  // the next free one
    CHECK(box.remove(1, "a", 6) == 6);
    CHECK(box.put_in(2, "a", PvmMboxMultiInstance) == 0);
    CHECK(box.put_in(2, "a", PvmMboxMultiInstance | PvmMboxDirectIndex(PvmMboxMaxDirectIndex)) ==
          PvmMboxMaxDirectIndex);
    banyan::pvm3::wire::Answer answer;
    box.list("*", answer);
    REQUIRE(answer.entries(0).flags_size() == 3);
    CHECK(answer.entries(0).flags(1) == PvmMboxDefault);
    CHECK(answer.entries(0).indices(1) == 5);
    CHECK(answer.entries(0).owners(1) == 1);
}

TEST_CASE("pvm_insert never replaces an entry", "[pvm]") {
    mailbox box;
    CHECK(box.insert(1, "a", 3) == 3);
    CHECK(box.insert(1, "a", 3) == PvmDenied);
    CHECK(box.insert(1, "a", -1) == 0);
    CHECK(box.insert(2, "a", 0) == PvmDenied);
    CHECK(box.insert(2, "a", -1) == 1);
    CHECK(box.insert(2, "a", -2) == PvmBadParam);
}

TEST_CASE("Entries end with their owner unless they are persistent", "[pvm]") {
    mailbox box;
    box.put_in(1, "own");
    box.put_in(1, "kept", PvmMboxPersistent);
    box.put_in(2, "other");
    box.forget(1);
    CHECK(box.names("*") == std::vector<std::string>{"kept", "other"});
    banyan::pvm3::wire::Answer answer;
    box.list("kept", answer);
    CHECK(answer.entries(0).owners(0) == 0);
    // It stays until a reset.
    CHECK(box.put_in(2, "kept", PvmMboxPersistent) == PvmDenied);
    CHECK(box.remove(2, "kept", 0) == PvmDenied);
    CHECK(box.remove(2, "other", 0, true) == PvmDenied);
    CHECK(box.remove(2, "kept", 0, true) == 0);
}

TEST_CASE("A receiver waits for its entry", "[pvm]") {
    mailbox box;
    CHECK(box.status(1, "a") == PvmNotFound);
    CHECK_FALSE(box.get(1, "a", 0, PvmMboxWaitForInfo));
    CHECK_FALSE(box.get(2, "a", 0, PvmMboxWaitForInfo | PvmMboxFirstAvail | PvmMboxReadAndDelete));
    CHECK_FALSE(box.get(3, "a", 1, PvmMboxWaitForInfo));
    CHECK_FALSE(box.get(4, "a", 0, PvmMboxWaitForInfo));
    CHECK(box.put_in(9, "b") == 0);
    CHECK(box.served.empty());
    CHECK(box.put_in(9, "a", PvmMboxOverWritable, "text") == 0);
    REQUIRE(box.served.size() == 2);  // 1 reads it, 2 deletes it
    CHECK(box.served[0].to.task == 1);
    CHECK(box.served[0].message.body() == "text");
    CHECK(box.served[1].to.task == 2);
    CHECK(box.status(9, "a") == PvmNotFound);
    box.forget(4);
    box.put_in(9, "a");
    CHECK(box.served.empty());
}

TEST_CASE("Reading and deleting needs the right to delete", "[pvm]") {
    mailbox box;
    box.put_in(1, "a", 0, "text");
    CHECK(box.status(2, "a", 0, PvmMboxReadAndDelete) == PvmDenied);
    CHECK(box.status(2, "a", 0, PvmMboxReadAndDelete | PvmMboxWaitForInfo) == PvmDenied);
    const auto read = box.get(1, "a", 0, PvmMboxReadAndDelete);
    CHECK(read->status == 0);
    CHECK(read->message.body() == "text");
    CHECK(box.names("*").empty());
}

TEST_CASE("Names are found by regular expressions", "[pvm]") {
    mailbox box;
    for (const auto* name : {"rts", "rats", "raaats", "rat", "a.b", "(x)"})
        box.put_in(1, name);
    using names = std::vector<std::string>;
    CHECK(box.names("ra*ts") == names{"raaats", "rats", "rts"});
    CHECK(box.names("^rat") == names{"rat", "rats"});
    CHECK(box.names("(x)") == names{"(x)"});  // basic, not extended
    CHECK(box.names("rat\\|rts") == names{"rat", "rats", "rts"});
    CHECK(box.names("").size() == 6);
    CHECK(box.names("*").size() == 6);
    CHECK(box.names("nothing").empty());
    CHECK(box.names("[") == names{"invalid"});
}

TEST_CASE("A reset keeps the entries of the tasks that it keeps", "[pvm]") {
    mailbox box;
    box.put_in(1, "one");
    box.put_in(2, "two");
    box.put_in(3, "persistent", PvmMboxPersistent);
    box.forget(3);
    box.reset({2});
    CHECK(box.names("*") == std::vector<std::string>{"two"});
}

}  // namespace info_store_test
