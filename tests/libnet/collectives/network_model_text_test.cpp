// Network models as text: what is written is read again, and everything else is refused.
#include "libnet/collectives/network_model_text.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "banyan/net/error.hpp"

namespace network_model_text_test {

using namespace banyan::net;

namespace {

std::string refusal_of(const std::string& text) {
    try {
        (void)network_model_from_text(text);
    } catch (const error& why) {
        CHECK(why.which() == errc::invalid_argument);
        return why.what();
    }
    return "";
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
    return text.replace(text.find(old), old.size(), by);
}

}  // namespace

TEST_CASE("A network model is read as it was written, bit for bit") {
    std::array<double, network_model::numbers_count> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = 1e-6 / (3.0 + static_cast<double>(i));
    const auto model = network_model::from_numbers(numbers);
    CHECK(network_model_from_text(to_text(model)) == model);
    CHECK(network_model_from_text(to_text({})) == network_model{});
    const std::string commented = "# from the laboratory\n\n" + to_text(model) + "# end";
    CHECK(network_model_from_text(commented) == model);
}

TEST_CASE("A network model without free bytes is read, and has none") {
    network_model model;
    model.between_hosts.free_bytes = 25000;
    std::string text = to_text(model);
    for (const char* line : {"inside_host.free_bytes 0\n", "between_hosts.free_bytes 25000\n"})
        text = replaced(text, line, "");
    CHECK(network_model_from_text(text) == network_model{});
}

TEST_CASE("A network model is read with its measured orders, and the last one for a call counts") {
    network_model model;
    const auto order = [](const char* name) {
        return measured_order{
            collective_kind::broadcast, {8, 8, 1}, 1024, {find_algorithm(collective_kind::broadcast, name)}};
    };
    model.fastest = {order("chain")};
    CHECK(network_model_from_text(to_text(model)) == model);
    CHECK(network_model_from_text(to_text(model) + to_line(order("linear")) + "\n").fastest ==
          std::vector{order("linear")});
    CHECK_THAT(refusal_of(to_text(model) + "fastest broadcast 8 8 1 1024 chian\n"),
               Catch::Contains("line 16: ") && Catch::Contains("'chian'"));
    CHECK_THAT(refusal_of(to_line(order("chain")) + "\n" + to_text(model)), Catch::Contains("as the first line"));
}

TEST_CASE("Every number of a network model has a name of its own") {
    const auto names = number_names();
    CHECK(std::set(names.begin(), names.end()).size() == network_model::numbers_count);
    network_model model;
    model.between_hosts.byte_s = 0.25;
    CHECK(to_text(model).find("\nbetween_hosts.byte_s 0.25\n") != std::string::npos);
}

TEST_CASE("Text that is no network model is refused with its line") {
    const std::string good = to_text({});
    REQUIRE(refusal_of(good).empty());
    CHECK_THAT(refusal_of("cores 2\n"), Catch::Contains("line 1: 'cores 2'"));
    CHECK_THAT(refusal_of(""), Catch::Contains("no line for inside_host.start_s"));
    CHECK_THAT(refusal_of(replaced(good, "model 1", "model 2")), Catch::Contains("line 1"));
    CHECK_THAT(refusal_of(replaced(good, "cores 1", "cores")), Catch::Contains("'cores' is not allowed"));
    CHECK_THAT(refusal_of(replaced(good, "cores 1", "cores many")), Catch::Contains("'cores many' is not allowed"));
    CHECK_THAT(refusal_of(replaced(good, "cores 1", "cores 1x")), Catch::Contains("'cores 1x' is not allowed"));
    CHECK_THAT(refusal_of(replaced(good, "cores 1", "corse 1")), Catch::Contains("line 14: 'corse 1'"));
    CHECK_THAT(refusal_of(replaced(good, "cores 1", "# cores 1")), Catch::Contains("no line for cores"));
    for (const char* bad : {"cores 0", "cores -1", "cores nan", "cores inf"})
        CHECK_THAT(refusal_of(replaced(good, "cores 1", bad)), Catch::Contains("must be finite"));
}

}  // namespace network_model_text_test
