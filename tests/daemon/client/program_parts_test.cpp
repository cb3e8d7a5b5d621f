// Program, arguments and environment are divided into messages without loss.
#include "daemon/client/program_parts.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "libnet/wire/control_frame.hpp"

namespace program_parts_test {

using namespace banyan::daemon;
using Catch::Matchers::Contains;
using words = std::vector<std::string>;

namespace {

run_request request(words command, std::vector<std::pair<std::string, std::string>> variables = {}) {
    run_request r;
    r.command = std::move(command);
    r.environment = std::move(variables);
    return r;
}

template <class Texts>
void append(words& list, const Texts& texts) {
    list.insert(list.end(), texts.begin(), texts.end());
}

struct whole {
    explicit whole(const std::vector<wire::ProgramPart>& parts) {
        for (const auto& part : parts) {
            CHECK(part.is_first() == (&part == parts.data()));
            CHECK(part.ByteSizeLong() < banyan::net::max_control_frame_bytes);
            append(command, part.command());
            append(settings, part.settings());
            append(own, part.own_environment());
        }
    }
    words command, settings, own;
};

}  // namespace

TEST_CASE("A small program is one part, and settings of Banyan and requested variables are for all hosts") {
    const auto parts = program_parts(
        request({"a", "b", ""}, {{"X", "1=2"}}),
        {"HOME=/h", "BANYAN_TRANSPORT=tcp", "BANYAN_SSH=s", "BANYAN_VM=1", "BANYAN_TASK=7", "BANYAN_DAEMON=/d"});
    CHECK(parts.size() == 1);
    const whole w(parts);
    CHECK(w.command == words{"a", "b", ""});
    CHECK(w.settings == words{"BANYAN_TRANSPORT=tcp", "X=1=2"});
    CHECK(w.own == words{"HOME=/h", "BANYAN_TRANSPORT=tcp", "BANYAN_SSH=s", "BANYAN_VM=1"});
    CHECK(program_parts(request({"a"}), {}).size() == 1);
}

TEST_CASE("The longest command and environment of a system are divided into allowed frames") {
    words command, own;
    for (int i = 0; i < 24; ++i) {
        command.emplace_back(131'000 + i, 'a');
        own.push_back(fmt::format("V{}={}", i, std::string(131'000, '\xff')));
    }
    const std::string long_value(500'000, 'l');
    const whole w(program_parts(request(command, {{"L", long_value}}), own));
    CHECK((w.command == command));
    CHECK((w.own == own));
    CHECK((w.settings == words{fmt::format("L={}", long_value)}));
}

TEST_CASE("The error names a text that cannot be passed on") {
    const auto refused = [](run_request r, const std::string& text) {
        CHECK_THROWS_WITH(program_parts(std::move(r), {}), Contains(text));
    };
    refused(request({"a"}, {{"", "x"}}), "not a valid name");
    refused(request({"a"}, {{"A=B", "x"}}), "'A=B'");
    refused(request({"a"}, {{"A", std::string("x\0y", 3)}}), "zero byte");
    refused(request({"a"}, {{"BANYAN_TASK", "1"}}), "BANYAN_TASK is set by Banyan");
    refused(request({"a"}, {{"A", std::string(600'000, 'x')}}), "variable A... has 600002 bytes; at most 524288");
    refused(request({"a", std::string(600'000, 'x')}), "argument xxx");
}

}  // namespace program_parts_test
