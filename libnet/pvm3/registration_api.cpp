// Calls about services that tasks offer to the virtual machine. Banyan starts tasks and hosts itself, so there is
// nothing to register yet; docs/pvm3.md says what programs can do instead.
#include "libnet/pvm3/api_call.hpp"
#include "pvm3/pvm3.h"

using namespace banyan::pvm3;

int pvm_reg_tasker() {
    return finish("pvm_reg_tasker", PvmNotImpl);
}

int pvm_reg_hoster() {
    return finish("pvm_reg_hoster", PvmNotImpl);
}

int pvm_reg_rm(pvmhostinfo**) {
    return finish("pvm_reg_rm", PvmNotImpl);
}

int pvm_reg_tracer(int, int, int, int, const char*, int, int) {
    return finish("pvm_reg_tracer", PvmNotImpl);
}

int pvm_tickle(int, const int*, int*, int*) {
    return finish("pvm_tickle", PvmNotImpl);
}

int pvm_getnoresets(int**, int*) {
    return finish("pvm_getnoresets", PvmNotImpl);
}
