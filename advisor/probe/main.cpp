// banyan-probe measures latency, bandwidth and rings on a virtual machine, for the verbs bench, advise and validate.
#include "advisor/probe/measure.hpp"

int main(int argc, char** argv) {
    return banyan::advisor::probe_main(argc, argv);
}
