#include <fmt/format.h>

#include "advisor/remote.hpp"
#include "daemon/common/processes.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/reproduce.hpp"
#include "tools/banyan/trace_plot.hpp"
#include "tools/banyan/trace_report.hpp"
#include "tools/banyan/traced_run.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

constexpr int grid_side = 50, test_every = 5;
constexpr std::size_t trace_bytes_per_task = std::size_t{default_trace_mib} << 20;

// The trees of the paper's measurements, whose levels group its histograms.
constexpr const char* paper_tree_name = "two-binary";

// Blocks, so that each of 64 tasks has cells. Broadcast-collapse along the trees of the paper.
daemon::run_request jacobi(const reproduce_settings& settings) {
    (void)daemon::find_companion("thermal");  // if this computer does not have it, the error says where it must be
    daemon::run_request request;
    request.tasks = settings.tasks;
    request.command = {"thermal",
                       "--rows",
                       std::to_string(grid_side),
                       "--cols",
                       std::to_string(grid_side),
                       "--method",
                       "brbd",
                       "--iterations",
                       std::to_string(settings.iterations),
                       "--sync",
                       "two-trees",
                       "--every",
                       std::to_string(test_every),
                       "--json"};
    advisor::find_on_all_hosts(request);
    request.forward_signals = true;
    return request;
}

traced_run traced_jacobi(const reproduce_settings& settings) {
    auto virtual_machine = daemon::virtual_machine::find_or_start_private();
    std::string first_error;
    const auto keep_error = [&](const daemon::output_block& block) {
        if (block.is_error && first_error.empty()) first_error = block.text.substr(0, block.text.find('\n'));
    };
    traced_run done = run_with_trace(virtual_machine, jacobi(settings), keep_error, trace_bytes_per_task);
    if (done.result.status != 0)
        throw verb_error(exit_status::failed, fmt::format("thermal failed: {}{}{}", done.result.message,
                                                          first_error.empty() ? "" : ": ", first_error));
    return done;
}

std::string heading(const reproduce_settings& settings) {
    return fmt::format(
        "Marinescu & Rice 1991, section 4: Jacobi iteration, {} x {} cells, {} tasks, {} iterations, convergence test "
        "every {} iterations\n",
        grid_side, grid_side, settings.tasks, settings.iterations, test_every);
}

}  // namespace

reproduced reproduce_marinescu(const reproduce_settings& settings) {
    const auto file = [&](const char* ending) { return settings.folder / (std::string("marinescu") + ending); };
    progress shown;
    shown.say(fmt::format("{} tasks compute {} iterations of {} x {} cells", settings.tasks, settings.iterations,
                          grid_side, grid_side));
    const traced_run done = traced_jacobi(settings);
    shown.say(fmt::format("writing {} messages to {}", done.timeline.messages.size(), file(".json").string()));
    write_trace_file("--out", file(".json"), done.timeline, done.incomplete);
    const trace_report report =
        report_of(samples_of(done.timeline, done.incomplete), level_tree_named(paper_tree_name));
    for (const char* ending : {".png", ".svg"}) {
        shown.say("drawing " + file(ending).string());
        draw_trace_plot(report, file(ending), "--out");
    }
    reproduced result{heading(settings) + report_text(report),
                      {{"rows", grid_side},
                       {"cols", grid_side},
                       {"iterations", settings.iterations},
                       {"every", test_every},
                       {"trace", file(".json").string()},
                       {"pictures", {file(".png").string(), file(".svg").string()}}}};
    result.fields.update(report_json(report));
    result.text += fmt::format("\nhistograms: {}, {}\ntrace, for Perfetto and banyan trace: {}\n",
                               file(".png").string(), file(".svg").string(), file(".json").string());
    return result;
}

}  // namespace banyan::tools
