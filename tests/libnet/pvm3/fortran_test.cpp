// The routines for Fortran, called as gfortran calls them. The functions of C that need a virtual machine are replaced
// here; a function of this program comes before that of the shared library.
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "pvm3/pvm3.h"
#include "tests/libnet/pvm3/quiet_library.hpp"

extern "C" {
void pvmfinitsend_(const int* encoding, int* id);
void pvmfsetrbuf_(const int* id, int* old);
void pvmfbufinfo_(const int* id, int* bytes, int* tag, int* tid, int* info);
void pvmfpack_(const int* what, const void* first, const int* count, const int* stride, int* info);
void pvmfunpack_(const int* what, void* first, const int* count, const int* stride, int* info);
void pvmfspawn_(const char* program, const int* flags, const char* where, const int* count, int* tids, int* started,
                std::size_t program_length, std::size_t where_length);
void pvmfconfig_(int* hosts, int* architectures, int* tid, char* name, char* architecture, int* speed, int* info,
                 std::size_t name_length, std::size_t architecture_length);
void pvmfaddhost_(const char* host, int* info, std::size_t length);
void pvmftasks_(const int* where, int* tasks, int* tid, int* parent, int* host, int* flag, char* program, int* info,
                std::size_t program_length);
void pvmfsiblings_(int* count, const int* index, int* tid);
void pvmfgetmboxinfo_(const char* pattern, char* name, int* classes, int* entries, int* indices, int* owners,
                      int* flags, int* info, std::size_t pattern_length, std::size_t name_length);
void pvmfstartpvmd_(const char* arguments, const int* block, int* info, std::size_t length);
void pvmfputinfo_(const char* name, const int* id, const int* flags, int* index, std::size_t length);
void pvmfmcast_(const int* count, const int* tids, const int* tag, int* info);
void pvmftrecv_(const int* tid, const int* tag, const int* seconds, const int* microseconds, int* id);
void pvmfaddmhf_(const int* source, const int* tag, const int* context, const int* unused, int (*handler)(int*),
                 int* id);
void pvmfdelmhf_(const int* id, int* info);
}

namespace fortran_test {

namespace {

std::vector<std::string> calls;  // what the functions below were called with

std::string text_of(const char* text) {
    return text ? text : "(null)";
}

// A character variable of Fortran.
template <std::size_t n>
std::string characters(const std::array<char, n>& variable) {
    return {variable.data(), n};
}

int message = 0;  // the buffer that the tests pack and unpack

int pack_one(int what, const void* data, int count, int stride = 1) {
    int info = 1;
    pvm_setsbuf(message);
    pvmfpack_(&what, data, &count, &stride, &info);
    return info;
}

int unpack_one(int what, void* data, int count, int stride = 1) {
    int info = 1;
    if (pvm_getrbuf() != message) pvm_setrbuf(message);
    pvmfunpack_(&what, data, &count, &stride, &info);
    return info;
}

void begin(int encoding) {
    pvmfinitsend_(&encoding, &message);
}

std::vector<int> handled;
int (*handler_of_c)(int);  // the last one that pvm_addmhf got
int tag_of_message;

int first_handler(int* id) {
    handled.push_back(*id);
    return 0;
}

int second_handler(int* id) {
    handled.push_back(-*id);
    return 0;
}

}  // namespace
}  // namespace fortran_test

extern "C" {

using namespace fortran_test;

int pvm_spawn(const char* program, char** arguments, int flags, const char* where, int count, int* tids) {
    calls = {text_of(program), arguments ? "arguments" : "none", std::to_string(flags), text_of(where)};
    for (int i = 0; i < count; ++i)
        tids[i] = 100 + i;
    return count;
}

int pvm_config(int* hosts, int* architectures, pvmhostinfo** list) {
    static char one[] = "one", two[] = "a-long-name", architecture[] = "LINUX64";
    static pvmhostinfo both[] = {{1 << 18, one, architecture, 1000, 0}, {2 << 18, two, architecture, 500, 0}};
    calls.emplace_back("config");
    *hosts = 2;
    *architectures = 1;
    *list = both;
    return PvmOk;
}

int pvm_addhosts(char** names, int count, int* infos) {
    calls = {names[0], std::to_string(count)};
    const bool known = std::string(names[0]) == "known";
    infos[0] = known ? 3 << 18 : PvmNoHost;
    return known ? 1 : 0;
}

int pvm_tasks(int where, int* tasks, pvmtaskinfo** list) {
    static char program[] = "worker";
    static pvmtaskinfo both[] = {{11, 1, 2, 4, program, 5}, {12, 1, 2, 6, program, 6}};
    calls.push_back("tasks " + std::to_string(where));
    *tasks = 2;
    *list = both;
    return PvmOk;
}

int pvm_siblings(int** tids) {
    static int both[] = {21, 22};
    *tids = both;
    return 2;
}

int pvm_getmboxinfo(const char* pattern, int* classes, pvmmboxinfo** list) {
    static char name[] = "service";
    static int indices[] = {0, 3}, owners[] = {7, 8}, flags[] = {1, 2};
    static pvmmboxinfo one[] = {{name, 2, indices, owners, flags}};
    calls = {pattern};
    *classes = 1;
    *list = one;
    return PvmOk;
}

int pvm_start_pvmd(int count, char** arguments, int block) {
    calls.assign(arguments, arguments + count);
    CHECK(arguments[count] == nullptr);
    return block;
}

int pvm_putinfo(const char* name, int id, int flags) {
    calls = {name, std::to_string(id), std::to_string(flags)};
    return 5;
}

int pvm_mcast(const int* tids, int count, int tag) {
    calls = {std::to_string(tids[0]), std::to_string(count), std::to_string(tag)};
    return PvmOk;
}

int pvm_trecv(int tid, int tag, struct timeval* limit) {
    calls = {std::to_string(tid), std::to_string(tag)};
    if (limit) calls.push_back(std::to_string(limit->tv_sec) + " s " + std::to_string(limit->tv_usec) + " us");
    return 6;
}

int pvm_addmhf(int, int tag, int, int (*call)(int)) {
    handler_of_c = call;
    return tag;
}

int pvm_delmhf(int id) {
    return id == 99 ? PvmNotFound : PvmOk;
}

int pvm_getminfo(int id, pvmminfo* info) {
    *info = {};
    info->tag = tag_of_message;
    return id == 7 ? PvmOk : PvmNoSuchBuf;
}

}  // extern "C"

namespace fortran_test {

TEST_CASE("every type of pvmfpack comes back", "[pvm3][fortran]") {
    const banyan::testing::quiet_library quiet;
    begin(GENERATE(PvmDataDefault, PvmDataRaw));
    const std::array<double, 4> numbers{1, -2, 3, 4};
    const std::array<long, 2> longs{-1, 1l << 40};
    CHECK(pack_one(0, "hello", 5) == PvmOk);
    CHECK(pack_one(1, "abc", 3) == PvmOk);
    CHECK(pack_one(6, numbers.data(), 2, 2) == PvmOk);
    CHECK(pack_one(7, numbers.data(), 2) == PvmOk);
    CHECK(pack_one(8, longs.data(), 2) == PvmOk);
    CHECK(pack_one(9, longs.data(), 1) == PvmBadParam);
    CHECK(pack_one(0, "", -1) == PvmBadParam);

    std::array<char, 8> text;
    std::array<char, 3> bytes;
    std::array<double, 2> two;
    std::array<double, 4> four;
    std::array<long, 2> back;
    text.fill(' ');
    CHECK(unpack_one(0, text.data(), 5) == PvmOk);
    CHECK(characters(text) == "hello   ");
    CHECK(unpack_one(1, bytes.data(), 3) == PvmOk);
    CHECK(characters(bytes) == "abc");
    CHECK(unpack_one(6, two.data(), 2) == PvmOk);
    CHECK(two == std::array{1., 3.});
    CHECK(unpack_one(7, four.data(), 2) == PvmOk);
    CHECK(four == numbers);
    CHECK(unpack_one(8, back.data(), 2) == PvmOk);
    CHECK(back == longs);
    CHECK(unpack_one(0, text.data(), 8) == PvmNoData);
    CHECK(unpack_one(-1, text.data(), 8) == PvmBadParam);
}

TEST_CASE("a STRING is bytes for C", "[pvm3][fortran]") {
    const banyan::testing::quiet_library quiet;
    begin(GENERATE(PvmDataDefault, PvmDataRaw));
    CHECK(pack_one(0, "to C", 4) == PvmOk);
    CHECK(pvm_pkbyte("from C", 6, 1) == PvmOk);
    CHECK(pack_one(0, "s.t.r", 3, 2) == PvmOk);
    std::array<char, 4> to_c;
    std::array<char, 6> from_c;
    std::array<char, 3> strided;
    pvm_setrbuf(message);
    CHECK(pvm_upkbyte(to_c.data(), 4, 1) == PvmOk);
    CHECK(characters(to_c) == "to C");
    CHECK(unpack_one(0, from_c.data(), 6) == PvmOk);
    CHECK(characters(from_c) == "from C");
    CHECK(unpack_one(0, strided.data(), 3) == PvmOk);
    CHECK(characters(strided) == "str");
}

TEST_CASE("blanks at the end of texts are left out, * is anywhere", "[pvm3][fortran]") {
    const int flags = 1, count = 2;
    std::array<int, 2> tids{};
    int started = 0;
    pvmfspawn_("worker  ", &flags, "host one ", &count, tids.data(), &started, 8, 9);
    CHECK(started == 2);
    CHECK(tids[1] == 101);
    CHECK(calls == std::vector<std::string>{"worker", "none", "1", "host one"});
    for (const std::string anywhere : {"*", "* "}) {
        pvmfspawn_("worker", &flags, anywhere.data(), &count, tids.data(), &started, 6, anywhere.size());
        CHECK(calls[3] == "(null)");
    }
    pvmfspawn_("worker", &flags, "\0rest", &count, tids.data(), &started, 6, 5);
    CHECK(calls[3].empty());
    int index = 0;
    pvmfputinfo_("name ", &count, &flags, &index, 5);
    CHECK(index == 5);
    CHECK(calls == std::vector<std::string>{"name", "2", "1"});
}

TEST_CASE("pvmfconfig gives one host per call and starts again", "[pvm3][fortran]") {
    calls.clear();
    for (int round = 0; round < 2; ++round) {
        int hosts = 0, kinds = 0, tid = 0, speed = 0, info = -1;
        std::array<char, 6> name, architecture;
        pvmfconfig_(&hosts, &kinds, &tid, name.data(), architecture.data(), &speed, &info, 6, 6);
        CHECK(info == 1);
        CHECK(hosts == 2);
        CHECK(kinds == 1);
        CHECK(tid == 1 << 18);
        CHECK(characters(name) == "one   ");
        CHECK(characters(architecture) == "LINUX6");
        pvmfconfig_(&hosts, &kinds, &tid, name.data(), architecture.data(), &speed, &info, 6, 6);
        CHECK(tid == 2 << 18);
        CHECK(characters(name) == "a-long");
        CHECK(speed == 500);
    }
    CHECK(calls == std::vector<std::string>{"config", "config"});
}

TEST_CASE("pvmfconfig starts again for -1", "[pvm3][fortran]") {
    int hosts = 0, kinds = 0, tid = 0, speed = 0, info = -1;
    std::array<char, 6> name, architecture;
    const auto next = [&] {
        pvmfconfig_(&hosts, &kinds, &tid, name.data(), architecture.data(), &speed, &info, 6, 6);
        return tid;
    };
    CHECK(next() == 1 << 18);
    hosts = -1;
    CHECK(next() == 1 << 18);
    CHECK(hosts == 2);
    CHECK(next() == 2 << 18);
}

TEST_CASE("pvmftasks starts again when another host is asked for", "[pvm3][fortran]") {
    calls.clear();
    int tasks = 0, tid = 0, parent = 0, host = 0, flag = 0, info = -1;
    std::array<char, 8> program;
    const auto next = [&](int where) {
        pvmftasks_(&where, &tasks, &tid, &parent, &host, &flag, program.data(), &info, 8);
        return tid;
    };
    CHECK(next(0) == 11);
    CHECK(next(0) == 12);
    CHECK(next(0) == 11);
    CHECK(next(7) == 11);
    tasks = -1;
    CHECK(next(7) == 11);
    CHECK(next(7) == 12);
    CHECK(info == 1);
    CHECK(flag == 6);
    CHECK(characters(program) == "worker  ");
    CHECK(calls == std::vector<std::string>{"tasks 0", "tasks 0", "tasks 7", "tasks 7"});
}

TEST_CASE("siblings are chosen by index", "[pvm3][fortran]") {
    int count = 0, tid = 5;
    for (const int none : {-1, 2}) {
        pvmfsiblings_(&count, &none, &tid);
        CHECK(count == 2);
        CHECK(tid == PvmNoTask);
    }
    const int second = 1;
    pvmfsiblings_(&count, &second, &tid);
    CHECK(tid == 22);
}

TEST_CASE("other routines of Fortran that differ from C", "[pvm3][fortran]") {
    int info = 0;
    pvmfaddhost_("known", &info, 5);
    CHECK(info == 3 << 18);
    pvmfaddhost_("other ", &info, 6);
    CHECK(info == PvmNoHost);
    CHECK(calls == std::vector<std::string>{"other", "1"});

    const int block = 1;
    pvmfstartpvmd_("  -d7  -nname ", &block, &info, 14);
    CHECK(calls == std::vector<std::string>{"-d7", "-nname"});
    pvmfstartpvmd_("", &block, &info, 0);
    CHECK(calls.empty());

    const int tids[] = {4, 5}, count = 2, tag = 9;
    pvmfmcast_(&count, tids, &tag, &info);
    CHECK(calls == std::vector<std::string>{"4", "2", "9"});

    int id = 0;
    const int seconds = 2, microseconds = 30, without_limit = -1;
    pvmftrecv_(&tids[0], &tag, &seconds, &microseconds, &id);
    CHECK(id == 6);
    CHECK(calls == std::vector<std::string>{"4", "9", "2 s 30 us"});
    pvmftrecv_(&tids[0], &tag, &without_limit, &microseconds, &id);
    CHECK(calls == std::vector<std::string>{"4", "9"});

    int classes = 0, entries = 0;
    std::array<int, 2> indices{}, owners{}, flags{};
    std::array<char, 8> name;
    pvmfgetmboxinfo_("* ", name.data(), &classes, &entries, indices.data(), owners.data(), flags.data(), &info, 2, 8);
    CHECK(calls == std::vector<std::string>{"*"});
    CHECK(classes == 1);
    CHECK(entries == 2);
    CHECK(characters(name) == "service ");
    CHECK(indices[1] == 3);
    CHECK(owners[1] == 8);
    CHECK(flags[1] == 2);
}

TEST_CASE("a message handler of Fortran gets the buffer by reference", "[pvm3][fortran]") {
    const int any = -1, first_tag = 41, second_tag = 42, context = 0, unknown = 99;
    int first = 0, second = 0, info = 0;
    handled.clear();
    pvmfaddmhf_(&any, &first_tag, &context, &any, first_handler, &first);
    pvmfaddmhf_(&any, &second_tag, &context, &any, second_handler, &second);
    CHECK(first == 41);
    CHECK(second == 42);
    for (const int tag : {42, 41, 43}) {
        tag_of_message = tag;
        handler_of_c(7);
    }
    CHECK(handled == std::vector{-7, 7});

    pvmfdelmhf_(&unknown, &info);
    CHECK(info == PvmNotFound);
    pvmfdelmhf_(&first, &info);
    CHECK(info == PvmOk);
    tag_of_message = 41;
    handler_of_c(7);
    CHECK(handled.size() == 2);
    pvmfdelmhf_(&second, &info);
}

TEST_CASE("a message handler of Fortran replaces one that pvm_exit has removed", "[pvm3][fortran]") {
    const int any = -1, tag = 41, context = 0;
    int id = 0, info = 0;
    handled.clear();
    pvmfaddmhf_(&any, &tag, &context, &any, first_handler, &id);
    pvmfaddmhf_(&any, &tag, &context, &any, second_handler, &id);
    tag_of_message = tag;
    handler_of_c(7);
    CHECK(handled == std::vector{-7});
    pvmfdelmhf_(&id, &info);
    CHECK(info == PvmOk);
}

}  // namespace fortran_test
