// banyan-probe measures latency, bandwidth and rings on a virtual machine, for the verbs bench, advise and validate.
#include <iostream>

#include "banyan/advisor/probe.hpp"

int main(int argc, char** argv) {
    if (const auto status = banyan::advisor::serve_probe(argc, argv, banyan::advisor::kernel_factory())) return *status;
    std::cerr << "banyan-probe: started by the verbs bench, advise and validate of banyan; use these\n";
    return 2;
}
