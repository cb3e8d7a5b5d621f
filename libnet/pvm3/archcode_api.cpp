// pvm_archcode.
#include <cstring>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/own_host.hpp"

extern "C" {

using namespace banyan::pvm3;

// Only the architecture of this host is known without the service.
int pvm_archcode(const char* architecture) {
    const traced_call traced(TEV_ARCHCODE,
                             [&](trace_record& event) { event.add_text(TEV_DID_AN, text_of(architecture)); });
    int code = architecture ? PvmNotFound : PvmBadParam;
    if (architecture && std::strcmp(architecture, own_architecture) == 0) code = own_data_signature;
    return traced.exit(finish("pvm_archcode", code), TEV_DID_AC);
}

}  // extern "C"
