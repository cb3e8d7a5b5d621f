// The output of children is printed line by line, with the task in front.
#include "libnet/pvm3/child_output.hpp"

#include <boost/endian/conversion.hpp>
#include <catch2/catch.hpp>
#include <cstring>
#include <memory>

namespace child_output_test {

using namespace banyan::pvm3;

namespace {

packed_message output_message(int tid, int count, const std::string& text = "") {
    packed_message message;
    message.tag = child_output::tag;
    message.context = child_output::context;
    message.body.resize(8 + text.size());
    auto* at = reinterpret_cast<unsigned char*>(message.body.data());
    boost::endian::store_big_s32(at, tid);
    boost::endian::store_big_s32(at + 4, count);
    std::memcpy(at + 8, text.data(), text.size());
    return message;
}

packed_message bytes_of(int tid, const std::string& text) {
    return output_message(tid, static_cast<int>(text.size()), text);
}

struct printed {
    printed() : file(std::tmpfile()) { output.print_to(file); }
    ~printed() { std::fclose(file); }
    printed(const printed&) = delete;
    printed& operator=(const printed&) = delete;
    [[nodiscard]] std::string text() const {
        std::rewind(file);
        std::string all(4096, '\0');
        all.resize(std::fread(all.data(), 1, all.size(), file));
        return all;
    }
    std::FILE* file;
    child_output output;
};

}  // namespace

TEST_CASE("lines of several children do not mix", "[pvm3][child_output]") {
    printed p;
    CHECK(p.output.take(output_message(0x40002, -1)));
    CHECK(p.output.take(output_message(0x40003, -1)));
    CHECK(p.output.running() == 2);
    p.output.take(bytes_of(0x40002, "one t"));
    p.output.take(bytes_of(0x40003, "two\n"));
    p.output.take(bytes_of(0x40002, "wo\nrest"));
    p.output.take(output_message(0x40002, 0));
    p.output.take(output_message(0x40003, 0));
    CHECK(p.output.running() == 0);
    CHECK(
        p.text() ==
        "[t40002] BEGIN\n[t40003] BEGIN\n[t40003] two\n[t40002] one two\n[t40002] rest\n[t40002] EOF\n[t40003] EOF\n");
}

TEST_CASE("without task ids only the lines are printed", "[pvm3][child_output]") {
    printed p;
    p.output.show_tids(false);
    p.output.take(output_message(0x40002, -1));
    p.output.take(bytes_of(0x40002, "a line\n"));
    p.output.take(output_message(0x40002, 0));
    CHECK(p.text() == "a line\n");
}

TEST_CASE("a count that is larger than the message prints what there is", "[pvm3][child_output]") {
    printed p;
    p.output.show_tids(false);
    CHECK(p.output.take(output_message(0x40002, 1000, "short\n")));
    packed_message broken = output_message(0x40002, 5);
    broken.body.resize(6);
    CHECK(p.output.take(broken));
    CHECK(p.text() == "short\n");
}

TEST_CASE("other messages are not output of children", "[pvm3][child_output]") {
    printed p;
    packed_message message;
    message.tag = child_output::tag;
    CHECK_FALSE(p.output.take(message));
}

}  // namespace child_output_test
