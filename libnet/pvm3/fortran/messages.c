/* Sending and receiving, and contexts. */
#include <stddef.h>

#include "pvm3/pvm3.h"

void pvmfsend_(const int* tid, const int* tag, int* info);
void pvmfmcast_(const int* count, const int* tids, const int* tag, int* info);
void pvmfpsend_(const int* tid, const int* tag, const void* data, const int* count, const int* type, int* info);
void pvmfrecv_(const int* tid, const int* tag, int* id);
void pvmfnrecv_(const int* tid, const int* tag, int* id);
void pvmftrecv_(const int* tid, const int* tag, const int* seconds, const int* microseconds, int* id);
void pvmfprobe_(const int* tid, const int* tag, int* id);
void pvmfprecv_(const int* tid, const int* tag, void* data, const int* count, const int* type, int* source,
                int* source_tag, int* source_count, int* info);
void pvmfnewcontext_(int* context);
void pvmfsetcontext_(const int* context, int* old);
void pvmfgetcontext_(int* context);
void pvmffreecontext_(const int* context, int* info);

void pvmfsend_(const int* tid, const int* tag, int* info) {
    *info = pvm_send(*tid, *tag);
}

void pvmfmcast_(const int* count, const int* tids, const int* tag, int* info) {
    *info = pvm_mcast(tids, *count, *tag);
}

void pvmfpsend_(const int* tid, const int* tag, const void* data, const int* count, const int* type, int* info) {
    *info = pvm_psend(*tid, *tag, data, *count, *type);
}

void pvmfrecv_(const int* tid, const int* tag, int* id) {
    *id = pvm_recv(*tid, *tag);
}

void pvmfnrecv_(const int* tid, const int* tag, int* id) {
    *id = pvm_nrecv(*tid, *tag);
}

/* -1 seconds: without a limit, as a null pointer in C. */
void pvmftrecv_(const int* tid, const int* tag, const int* seconds, const int* microseconds, int* id) {
    struct timeval timeout;
    timeout.tv_sec = *seconds;
    timeout.tv_usec = *microseconds;
    *id = pvm_trecv(*tid, *tag, *seconds == -1 ? NULL : &timeout);
}

void pvmfprobe_(const int* tid, const int* tag, int* id) {
    *id = pvm_probe(*tid, *tag);
}

void pvmfprecv_(const int* tid, const int* tag, void* data, const int* count, const int* type, int* source,
                int* source_tag, int* source_count, int* info) {
    *info = pvm_precv(*tid, *tag, data, *count, *type, source, source_tag, source_count);
}

void pvmfnewcontext_(int* context) {
    *context = pvm_newcontext();
}

void pvmfsetcontext_(const int* context, int* old) {
    *old = pvm_setcontext(*context);
}

void pvmfgetcontext_(int* context) {
    *context = pvm_getcontext();
}

void pvmffreecontext_(const int* context, int* info) {
    *info = pvm_freecontext(*context);
}
