#include "tools/banyan/partition_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <new>
#include <numeric>

#include "tools/banyan/partition_picture.hpp"
#include "tools/banyan/partition_svg.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/refusing.hpp"

namespace banyan::tools {
namespace {

using part::partition;

partition divide(const partition_task& t, std::string_view method) {
    if (t.places.sites.empty()) return part::make_partition(method, t.domain, t.processors, t.settings);
    return part::make_multilevel(t.places.method->name, method, t.domain, t.processors, t.places.sites, t.settings);
}

traffic traffic_of(const partition_task& t, const part::communication& sent) {
    const double cost = refusing("--item-bytes", [&] { return communication_cost_s(sent, t.net, t.item_bytes); });
    return {sent.messages(), sent.max_messages(), sent.items(), cost};
}

partition_answer describe(const partition_task& t, const part::method_info& method, const partition& parts) {
    partition_answer a{};
    a.method = &method;
    a.blocks.assign(parts.blocks().begin(), parts.blocks().end());
    for (int processor = 0; processor < parts.processors(); ++processor)
        a.cells.push_back(parts.cells(processor));
    a.dropped.assign(parts.dropped().begin(), parts.dropped().end());
    a.max_time_ratio = max_time_ratio(parts, t.processors);
    a.cut_length = cut_length(parts);
    a.wrapped_cut_length = wrapped_cut_length(parts);
    a.internal_edges = internal_edges(parts);
    a.half_perimeter = half_perimeter(parts);
    a.lower_bound_half_perimeter = half_perimeter_lower_bound(parts, t.processors);
    a.stencil = traffic_of(t, exact_communication(parts, t.pattern));
    a.cost_s = a.stencil.cost_s;
    for (const task_phase& phase : t.phases) {
        a.phases.push_back(traffic_of(t, phase.sent(parts)));
        a.cost_s += phase.times * a.phases.back().cost_s;
    }
    a.max_work_ratio = a.max_time_ratio;
    if (t.weighted()) {
        a.work = work_of_processors(parts, t.settings.density);
        a.max_work_ratio = max_time_ratio(a.work, t.processors);
    }
    if (!t.json) a.picture = text_picture(parts);
    return a;
}

/// FILE for one method, else FILE with the method before the extension: parts.svg, parts-brbd.svg.
std::filesystem::path svg_path(const partition_task& t, std::string_view method) {
    std::filesystem::path file = t.svg;
    if (t.methods.size() > 1)
        file.replace_filename(fmt::format("{}-{}{}", file.stem().string(), method, file.extension().string()));
    return file;
}

void draw(const partition_task& t, const partition& parts, const partition_answer& a) {
    const std::string caption = fmt::format("{}, {} x {} {}, stencil {}: {} messages, {} items", a.method->name,
                                            t.domain.rows(), t.domain.cols(), shape_text(t.domain.axes()),
                                            t.pattern.name(), a.stencil.messages, a.stencil.items);
    const std::filesystem::path path = svg_path(t, a.method->name);
    std::ofstream out(path);
    out << svg_picture(parts, t.processors, caption);
    if (!out.flush())
        throw verb_error(exit_status::failed,
                         fmt::format("--svg {}: cannot be written; name a file in a folder that is there and writable",
                                     path.string()));
}

partition_answer answer(const partition_task& t, const part::method_info& method) {
    try {
        const auto start = std::chrono::steady_clock::now();
        const partition parts = divide(t, method.name);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        partition_answer a = describe(t, method, parts);
        a.seconds = taken.count();
        if (!t.svg.empty()) draw(t, parts, a);
        return a;
    } catch (const std::bad_alloc&) {
        throw verb_error(
            exit_status::failed,
            fmt::format("--method {}: {} x {} cells for {} processors do not fit in memory; choose a method "
                        "of rectangles, as columns, or a smaller grid",
                        method.name, t.domain.rows(), t.domain.cols(), t.processors.size()));
    }
}

}  // namespace

std::vector<partition_answer> answers_to(const partition_task& t) {
    progress line;
    std::vector<partition_answer> answers;
    for (const part::method_info* method : t.methods) {
        line.say(fmt::format("{} ({} of {})", method->name, answers.size() + 1, t.methods.size()));
        answers.push_back(answer(t, *method));
    }
    line.clear();
    std::ranges::stable_sort(answers, {}, &partition_answer::cost_s);
    return answers;
}

}  // namespace banyan::tools
