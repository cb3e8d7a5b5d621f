// The texts of the error codes of PVM.
#pragma once

extern "C" {
/// The text of the code -i is at i. PVM programs declare these symbols themselves.
extern const char* pvm_errlist[];
extern int pvm_nerr;   // how many texts there are
extern int pvm_errno;  // the code of the last call that failed
}

namespace banyan::pvm3 {

/// One line without a full stop, for any number.
const char* error_text(int code);

}  // namespace banyan::pvm3
