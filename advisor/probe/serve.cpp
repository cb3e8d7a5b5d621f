#include <CLI/CLI.hpp>
#include <iostream>
#include <new>
#include <string_view>

#include "advisor/probe/measure.hpp"
#include "banyan/advisor/probe.hpp"
#include "banyan/net/session.hpp"

namespace banyan::advisor {
namespace {

// Passes each call on to a kernel that the program owns.
class borrowed_kernel : public kernel {
  public:
    explicit borrowed_kernel(kernel& owned) : owned_(owned) {}
    void prepare(const shape& cells) override { owned_.prepare(cells); }
    void sweep() override { owned_.sweep(); }
    bool prepare_iterations(const net::group& world, const part::partition& parts) override {
        return owned_.prepare_iterations(world, parts);
    }
    void iterate() override { owned_.iterate(); }

  private:
    kernel& owned_;
};

int measure_and_print(int argc, char** argv, const kernel_factory& make_kernel) {
    try {
        const auto options = parse_probe_options(argc, argv);
        net::session session;
        const auto report = measure(session.world(), options, make_kernel);
        if (session.world().rank().value == 0) std::cout << "\n" << to_json(report).dump() << std::endl;
        return 0;
    } catch (const CLI::Success&) {
        return 0;
    } catch (const std::bad_alloc&) {
        std::cerr << "out of memory for the cells of a task; use a smaller grid or more hosts\n";
        return 1;
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}

}  // namespace

std::optional<int> serve_probe(int argc, char** argv, const kernel_factory& make_kernel) {
    if (argc < 2 || std::string_view(argv[1]) != probe_argument) return std::nullopt;
    return measure_and_print(argc - 1, argv + 1, make_kernel);
}

std::optional<int> serve_probe(int argc, char** argv, kernel& application) {
    return serve_probe(argc, argv, [&](int) { return std::make_unique<borrowed_kernel>(application); });
}

}  // namespace banyan::advisor
