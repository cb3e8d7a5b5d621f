// banyan reproduce ncube
#include "tools/banyan/figure_files.hpp"
#include "tools/banyan/ncube_report.hpp"
#include "tools/banyan/reproduce.hpp"

namespace banyan::tools {

reproduced reproduce_ncube(const reproduce_settings& settings) {
    const ncube_examples examples = compute_ncube_examples();
    const std::vector<part::figure> figures{storm_figure(examples.storm)};
    reproduced result{ncube_text(examples) + "\n", ncube_json(examples)};
    write_figures(figures, settings.folder);
    result.text += figures_text(figures, settings.folder);
    result.fields["figures"] = figures_json(figures, settings.folder);
    return result;
}

}  // namespace banyan::tools
