/* Message buffers. */
#include "pvm3/pvm3.h"

void pvmfinitsend_(const int* encoding, int* id);
void pvmfmkbuf_(const int* encoding, int* id);
void pvmffreebuf_(const int* id, int* info);
void pvmfgetsbuf_(int* id);
void pvmfgetrbuf_(int* id);
void pvmfsetsbuf_(const int* id, int* old);
void pvmfsetrbuf_(const int* id, int* old);
void pvmfbufinfo_(const int* id, int* bytes, int* tag, int* tid, int* info);

void pvmfinitsend_(const int* encoding, int* id) {
    *id = pvm_initsend(*encoding);
}

void pvmfmkbuf_(const int* encoding, int* id) {
    *id = pvm_mkbuf(*encoding);
}

void pvmffreebuf_(const int* id, int* info) {
    *info = pvm_freebuf(*id);
}

void pvmfgetsbuf_(int* id) {
    *id = pvm_getsbuf();
}

void pvmfgetrbuf_(int* id) {
    *id = pvm_getrbuf();
}

void pvmfsetsbuf_(const int* id, int* old) {
    *old = pvm_setsbuf(*id);
}

void pvmfsetrbuf_(const int* id, int* old) {
    *old = pvm_setrbuf(*id);
}

void pvmfbufinfo_(const int* id, int* bytes, int* tag, int* tid, int* info) {
    *info = pvm_bufinfo(*id, bytes, tag, tid);
}
