// A message of PVM in a file, which a program on a host of another byte order unpacks. With `pack FILE` it has values
// of every type in PvmDataDefault, and `unpack FILE` checks them. With `pack_raw FILE` it has raw numbers, and `refuse
// FILE` checks that they are not read. Exits with 1 at the first wrong value.
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "libnet/pvm3/codec.hpp"
#include "pvm3/pvm3.h"

using namespace banyan::pvm3;

namespace {

void expect(bool right, const std::string& what) {
    if (!right) throw std::runtime_error("wrong: " + what);
}

template <class T>
std::vector<T> values() {
    using limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, char>)
        return {'a', 'b', '\0', static_cast<char>(0xff), 'c'};
    else if constexpr (std::is_floating_point_v<T>)
        return {0, T(1) / T(3), limits::max(), limits::lowest(), limits::denorm_min()};
    else
        return {0, T(1), limits::min(), limits::max(), static_cast<T>(0x0123456789abcdef), static_cast<T>(-5)};
}

// Calls f with a value of each type.
template <class F>
void for_each_type(F f) {
    const auto call = [&](auto... examples) { (f(examples), ...); };
    call(char{}, short{}, int{}, long{}, static_cast<unsigned short>(0), 0U, 0UL, float{}, double{});
}

void pack_all(message_buffer& out) {
    for_each_type([&](auto example) {
        using T = decltype(example);
        const std::vector<T> sent = values<T>();
        const int count = static_cast<int>(sent.size());
        expect(pack<T>(out, {sent.data(), count, 1}) == PvmOk, "pack");
        expect(pack<T>(out, {sent.data(), (count + 1) / 2, 2}) == PvmOk, "pack with a stride");
    });
    expect(pack_string(out, "text") == PvmOk, "pack a string");
}

void check_all(message_buffer& in) {
    int type = 0;
    for_each_type([&](auto example) {
        using T = decltype(example);
        const std::string name = "type " + std::to_string(type++);
        const std::vector<T> sent = values<T>();
        const int count = static_cast<int>(sent.size());
        std::vector<T> got(sent.size()), strided(sent.size());
        expect(unpack<T>(in, {got.data(), count, 1}) == PvmOk && got == sent, name);
        expect(unpack<T>(in, {strided.data(), (count + 1) / 2, 2}) == PvmOk, name + " with a stride");
        for (std::size_t i = 0; i < sent.size(); i += 2)
            expect(strided[i] == sent[i], name + " with a stride");
    });
    char text[8] = {};
    expect(unpack_string(in, text) == PvmOk && std::string(text) == "text", "string");
    expect(in.remaining() == 0, "the end");
}

// The encoding in the first line, then the body.
void write_message(const message_buffer& buffer, const char* path) {
    std::ofstream file(path, std::ios::binary);
    file << buffer.message.encoding << '\n';
    file.write(reinterpret_cast<const char*>(buffer.message.body.data()),
               static_cast<std::streamsize>(buffer.message.body.size()));
    expect(file.flush().good(), std::string("cannot write ") + path);
}

message_buffer read_message(const char* path) {
    std::ifstream file(path, std::ios::binary);
    packed_message message;
    file >> message.encoding;
    file.get();
    expect(file.good(), std::string("cannot read ") + path);
    const std::string body((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const auto* first = reinterpret_cast<const std::byte*>(body.data());
    message.body.assign(first, first + body.size());
    return message_buffer(std::move(message));
}

void run(const std::string& verb, const char* path) {
    if (verb == "pack") {
        message_buffer out(PvmDataDefault);
        pack_all(out);
        write_message(out, path);
    } else if (verb == "unpack") {
        auto in = read_message(path);
        check_all(in);
    } else if (verb == "pack_raw") {
        message_buffer out(PvmDataRaw);
        pack_all(out);
        write_message(out, path);
    } else {
        expect(verb == "refuse", "verb " + verb);
        auto in = read_message(path);
        int number = 0;
        expect(unpack<int>(in, {&number, 1, 1}) == PvmBadMsg, "raw numbers of another host are read");
    }
}

}  // namespace

int main(int count, char** arguments) try {
    if (count != 3) throw std::runtime_error("usage: foreign_pvm_message pack|unpack|pack_raw|refuse FILE");
    run(arguments[1], arguments[2]);
} catch (const std::exception& failed) {
    std::fprintf(stderr, "foreign_pvm_message: %s\n", failed.what());
    return 1;
}
