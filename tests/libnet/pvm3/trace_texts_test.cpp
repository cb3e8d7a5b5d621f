// Texts, names and events of PVM 3.3 in libpvmtrc.
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/libnet/pvm3/quiet_library.hpp"
#include "tests/libnet/pvm3/trace_collector.hpp"

namespace trace_texts_test {

using namespace banyan::testing;

TEST_CASE("a map of names has what was added to it", "[pvm3][trace_files]") {
    const silent_errors silent;
    std::mt19937 random(GENERATE(1u, 2u, 3u));
    std::map<std::string, int> expected;
    TRC_TRIE map = trc_create_triestack();
    std::vector<int> numbers(1000);
    for (int i = 0; i < 1000; ++i) {
        std::string name;
        for (auto length = 1 + random() % 6; length > 0; --length)
            name += "aAb1_-"[random() % 6];
        CHECK(trc_add_to_trie(map, name.c_str(), &numbers[static_cast<std::size_t>(i)]) ==
              expected.try_emplace(name, i).second);
    }
    for (const auto& [name, i] : expected)
        CHECK(trc_lookup_trie(map, name.c_str()) == &numbers[static_cast<std::size_t>(i)]);
    CHECK(trc_lookup_trie(map, "aaaaaaa") == nullptr);
    CHECK(trc_lookup_trie(map, "") == nullptr);
    trc_free_triestack(&map);
    CHECK(map == nullptr);
}

TEST_CASE("a text is found where it first stands", "[pvm3][trace_files]") {
    const silent_errors silent;
    const quiet_library quiet;
    const trace_collector reader;
    std::mt19937 random(GENERATE(4u, 5u));
    for (int run = 0; run < 200; ++run) {
        std::string text, wanted;
        for (int i = 0; i < 40; ++i)
            text += "ab"[random() % 2];
        for (auto length = 1 + random() % 5; length > 0; --length)
            wanted += "ab"[random() % 2];
        reader.get()->trace_in = ::fmemopen(text.data(), text.size(), "r");
        const auto place = text.find(wanted);
        CHECK((trc_find_event_str(reader.get(), wanted.c_str()) == TRC_TRUE) == (place != std::string::npos));
        if (place != std::string::npos)
            CHECK(std::ftell(reader.get()->trace_in) == static_cast<long>(place + wanted.size()));
        std::fclose(reader.get()->trace_in);
        reader.get()->trace_in = nullptr;
    }
}

TEST_CASE("texts are shortened, padded and compared", "[pvm3][trace_files]") {
    std::array<char, 8> text{"abc"};
    CHECK(trc_append_str(text.data(), "def", 8) == TRC_TRUE);
    CHECK(text.data() == std::string("abcdef"));
    CHECK(trc_append_str(text.data(), "gh", 8) == TRC_FALSE);
    CHECK(text.data() == std::string("abcd..."));
    CHECK(trc_compare("pvmg", "pvmgs") == TRC_TRUE);
    CHECK(trc_compare("pvmgs", "pvmg") == TRC_FALSE);
    const auto owned = [](char* given) {
        const std::string copy = given;
        std::free(given);
        return copy;
    };
    CHECK(owned(trc_pad_num(17, 6)) == "000017");
    CHECK(owned(trc_pad_num(1234567, 6)) == "1234567");
    CHECK(owned(trc_host_alias_str("a.b.c")) == "a");
    CHECK(owned(trc_copy_str(nullptr)).empty());
}

TEST_CASE("events of PVM 3.3 are read", "[pvm3][trace_files]") {
    static int number = 0;
    static std::string text;
    const quiet_library quiet;
    const trace_collector reader;
    char file[] =
        "#2: \"addhosts1\"\n{\n\t// \"Time\" \"Seconds\"\n\tint \"sec\";\n};;\n"
        "\"send0\" { 5, 6, 262146, 262147, 4 };;\n\"spawn1\" { 5, 7, 262146, 2, [2] { 262148, 262149 } };;\n"
        "\"joingroup0\" { 5, 8, 262146, [6] { \"a, }b\" } };;\n";
    reader.get()->trace_in = ::fmemopen(file, sizeof file - 1, "r");
    reader.get()->handle_old_event = reinterpret_cast<trc_vfp>(+[](TRC_ID id, int event, int, int, int tid) {
        number = event;
        char* words = trc_old_pvm_event_string(id, event);
        text = words + std::string(" of ") + std::to_string(tid);
        std::free(words);
    });
    int end = TRC_FALSE;
    CHECK(trc_read_trace_event(reader.get(), &end) == TRC_TRUE);
    CHECK(number == 2 * TEV_SEND);
    CHECK(text == "send0(262147, 4) of 262146");
    CHECK(trc_read_trace_event(reader.get(), &end) == TRC_TRUE);
    CHECK(number == 2 * TEV_SPAWN + 1);
    CHECK(text == "spawn1 = 2, 262148, 262149 of 262146");
    CHECK(trc_read_trace_event(reader.get(), &end) == TRC_TRUE);
    CHECK(text == "joingroup0(\"a, }b\") of 262146");
    CHECK(trc_read_trace_event(reader.get(), &end) == TRC_FALSE);
    CHECK(end == TRC_TRUE);
}

}  // namespace trace_texts_test
