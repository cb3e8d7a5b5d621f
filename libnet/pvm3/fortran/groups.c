/* Groups. A program that calls these is linked with libgpvm3 too. */
#include <stdlib.h>

#include "libnet/pvm3/fortran/fortran_text.h"
#include "pvm3/pvm3.h"

typedef void (*combine_function)(int*, void*, void*, int*, int*);

void pvmfjoingroup_(const char* group, int* instance, size_t length);
void pvmflvgroup_(const char* group, int* info, size_t length);
void pvmfgsize_(const char* group, int* size, size_t length);
void pvmfbarrier_(const char* group, const int* count, int* info, size_t length);
void pvmfbcast_(const char* group, const int* tag, int* info, size_t length);
void pvmfgetinst_(const char* group, const int* tid, int* instance, size_t length);
void pvmfgettid_(const char* group, const int* instance, int* tid, size_t length);
void pvmffreezegroup_(const char* group, const int* size, int* info, size_t length);
void pvmfreduce_(combine_function combine, void* data, const int* count, const int* type, const int* tag,
                 const char* group, const int* root, int* info, size_t length);
void pvmfgather_(void* result, void* data, const int* count, const int* type, const int* tag, const char* group,
                 const int* root, int* info, size_t length);
void pvmfscatter_(void* result, void* data, const int* count, const int* type, const int* tag, const char* group,
                  const int* root, int* info, size_t length);
void pvmmax_(int* type, void* x, void* y, int* count, int* info);
void pvmmin_(int* type, void* x, void* y, int* count, int* info);
void pvmsum_(int* type, void* x, void* y, int* count, int* info);
void pvmproduct_(int* type, void* x, void* y, int* count, int* info);

void pvmfjoingroup_(const char* group, int* instance, size_t length) {
    call_with_text(instance, group, length, pvm_joingroup);
}

void pvmflvgroup_(const char* group, int* info, size_t length) {
    call_with_text(info, group, length, pvm_lvgroup);
}

void pvmfgsize_(const char* group, int* size, size_t length) {
    call_with_text(size, group, length, pvm_gsize);
}

/* Sets *result to call(group, number). */
static void call_with_number(int* result, const char* group, size_t length, int number, int (*call)(const char*, int)) {
    char* name = c_text(group, length);
    *result = name ? call(name, number) : PvmNoMem;
    free(name);
}

void pvmfbarrier_(const char* group, const int* count, int* info, size_t length) {
    call_with_number(info, group, length, *count, pvm_barrier);
}

void pvmfbcast_(const char* group, const int* tag, int* info, size_t length) {
    call_with_number(info, group, length, *tag, pvm_bcast);
}

void pvmfgetinst_(const char* group, const int* tid, int* instance, size_t length) {
    call_with_number(instance, group, length, *tid, pvm_getinst);
}

void pvmfgettid_(const char* group, const int* instance, int* tid, size_t length) {
    call_with_number(tid, group, length, *instance, pvm_gettid);
}

void pvmffreezegroup_(const char* group, const int* size, int* info, size_t length) {
    call_with_number(info, group, length, *size, pvm_freezegroup);
}

void pvmfreduce_(combine_function combine, void* data, const int* count, const int* type, const int* tag,
                 const char* group, const int* root, int* info, size_t length) {
    char* name = c_text(group, length);
    *info = name ? pvm_reduce(combine, data, *count, *type, *tag, name, *root) : PvmNoMem;
    free(name);
}

void pvmfgather_(void* result, void* data, const int* count, const int* type, const int* tag, const char* group,
                 const int* root, int* info, size_t length) {
    char* name = c_text(group, length);
    *info = name ? pvm_gather(result, data, *count, *type, *tag, name, *root) : PvmNoMem;
    free(name);
}

void pvmfscatter_(void* result, void* data, const int* count, const int* type, const int* tag, const char* group,
                  const int* root, int* info, size_t length) {
    char* name = c_text(group, length);
    *info = name ? pvm_scatter(result, data, *count, *type, *tag, name, *root) : PvmNoMem;
    free(name);
}

void pvmmax_(int* type, void* x, void* y, int* count, int* info) {
    PvmMax(type, x, y, count, info);
}

void pvmmin_(int* type, void* x, void* y, int* count, int* info) {
    PvmMin(type, x, y, count, info);
}

void pvmsum_(int* type, void* x, void* y, int* count, int* info) {
    PvmSum(type, x, y, count, info);
}

void pvmproduct_(int* type, void* x, void* y, int* count, int* info) {
    PvmProduct(type, x, y, count, info);
}
