#include "libnet/pvm3/error_text.hpp"

#include <iterator>

const char* pvm_errlist[] = {
    "no error",
    "error 1 is not used",
    "a parameter is outside its range",
    "the callers gave different counts",
    "the message is too long",
    "no data of this length is left in the message",
    "the virtual machine has no such host",
    "the program was not found",
    "access is denied",
    "error 9 is not used",
    "out of memory",
    "error 11 is not used",
    "the message cannot be decoded on this host",
    "error 13 is not used",
    "the PVM service cannot be reached, or the system reports an error",
    "there is no active message buffer",
    "there is no message buffer with this id",
    "the name of the group is empty",
    "the task is already in the group",
    "there is no group with this name",
    "the task is not in the group",
    "the group has no member with this instance number",
    "the host has failed",
    "the task has no parent",
    "this is not implemented",
    "the PVM service reports an error of the system",
    "the versions of library and service do not match",
    "out of resources, such as task ids or descriptors",
    "the host is already in the virtual machine",
    "the service on the host could not be started",
    "the operation is already in progress",
    "there is no task with this id",
    "there is no entry with this name or number",
    "the entry already exists",
    "the hoster is not on the first host of the virtual machine",
    "the parent does not want to be known",
    "the address of the host is a loopback address",
};

int pvm_nerr = static_cast<int>(std::size(pvm_errlist));
int pvm_errno = 0;

namespace banyan::pvm3 {

const char* error_text(int code) {
    if (code > 0) return pvm_errlist[0];
    return code > -pvm_nerr ? pvm_errlist[-code] : "an unknown error";
}

}  // namespace banyan::pvm3
