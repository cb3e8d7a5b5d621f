#include "tools/banyan/network_model_probe.hpp"

#include "tools/banyan/progress.hpp"

namespace banyan::tools {

advisor::probe_report measured_network_model(daemon::virtual_machine& virtual_machine,
                                             const advisor::placement& where) {
    advisor::probe_options what;
    what.what = advisor::probe_options::mode::network;
    progress line;
    line.say("measuring the network");
    return advisor::run_probe(virtual_machine, where, "banyan-probe", what);
}

}  // namespace banyan::tools
