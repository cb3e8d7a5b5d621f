// pvm_archcode.
#include <cstring>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/own_host.hpp"

extern "C" {

using namespace banyan::pvm3;

// Only the architecture of this host is known without the service.
int pvm_archcode(const char* architecture) {
    if (!architecture) return finish("pvm_archcode", PvmBadParam);
    if (std::strcmp(architecture, own_architecture) == 0) return own_data_signature;
    return finish("pvm_archcode", PvmNotFound);
}

}  // extern "C"
