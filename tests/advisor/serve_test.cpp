// A program as a probe that the advisor has started.
#include <catch2/catch.hpp>
#include <iostream>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "advisor/probe_report.hpp"
#include "banyan/advisor/probe.hpp"

namespace serve_test {

using namespace banyan::advisor;

namespace {

class counting_kernel : public kernel {
  public:
    void prepare(const shape& cells) override { prepared.push_back(cells); }
    void sweep() override {}
    std::vector<shape> prepared;
};

class too_large_kernel : public kernel {
  public:
    void prepare(const shape& /*cells*/) override { throw std::bad_alloc(); }
    void sweep() override {}
};

// What a call of serve_probe() writes to `stream`, and the status that it returns.
struct served {
    std::optional<int> status;
    std::string text;
};

served serve(std::ostream& stream, kernel& application) {
    std::vector<std::string> words{"mine", "--banyan-probe", "speed", "--shapes", "3x4,5x6", "--rounds",
                                   "2",    "--window",       "0"};
    std::vector<char*> argv;
    for (auto& word : words)
        argv.push_back(word.data());
    std::ostringstream output;
    auto* const before = stream.rdbuf(output.rdbuf());
    const auto status = serve_probe(static_cast<int>(argv.size()), argv.data(), application);
    stream.rdbuf(before);
    return {status, output.str()};
}

}  // namespace

TEST_CASE("a program serves as a probe if the advisor has started it") {
    counting_kernel application;
    std::string name = "mine";
    std::vector<char*> argv{name.data()};
    CHECK(serve_probe(1, argv.data(), application) == std::nullopt);
    const auto found = serve(std::cout, application);
    CHECK(found.status == 0);
    CHECK(application.prepared == std::vector<shape>{{3, 4}, {5, 6}, {3, 4}, {5, 6}});
    CHECK(parse_probe_report(found.text).sweeps.at(0).size() == 2);
}

TEST_CASE("a probe whose cells do not fit into memory says so in words") {
    too_large_kernel application;
    const auto found = serve(std::cerr, application);
    CHECK(found.status == 1);
    CHECK(found.text == "out of memory for the cells of a task; use a smaller grid or more hosts\n");
}

}  // namespace serve_test
