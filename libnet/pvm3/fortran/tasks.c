/* Starting, ending and listing tasks. */
#include <stdlib.h>

#include "libnet/pvm3/fortran/fortran_text.h"
#include "pvm3/pvm3.h"

void pvmfspawn_(const char* program, const int* flags, const char* where, const int* count, int* tids, int* started,
                size_t program_length, size_t where_length);
void pvmfkill_(const int* tid, int* info);
void pvmfsendsig_(const int* tid, const int* signal, int* info);
void pvmfpstat_(const int* tid, int* status);
void pvmftasks_(const int* where, int* tasks, int* tid, int* parent, int* host, int* flag, char* program, int* info,
                size_t program_length);
void pvmfsiblings_(int* count, const int* index, int* tid);
void pvmfnotify_(const int* what, const int* tag, const int* count, const int* tids, int* info);

/* A `where` that begins with "*" means anywhere. */
void pvmfspawn_(const char* program, const int* flags, const char* where, const int* count, int* tids, int* started,
                size_t program_length, size_t where_length) {
    char* name = c_text(program, program_length);
    char* place = c_text(where, where_length);
    if (name && place) {
        *started = pvm_spawn(name, NULL, *flags, place[0] == '*' ? NULL : place, *count, tids);
    } else {
        *started = PvmNoMem;
    }
    free(name);
    free(place);
}

void pvmfkill_(const int* tid, int* info) {
    *info = pvm_kill(*tid);
}

void pvmfsendsig_(const int* tid, const int* signal, int* info) {
    *info = pvm_sendsig(*tid, *signal);
}

void pvmfpstat_(const int* tid, int* status) {
    *status = pvm_pstat(*tid);
}

/* One task per call. The list is read when a cycle begins; -1 in *tasks, or another `where`, begins one. *info is 1, as
   in PVM 3.4.6. */
void pvmftasks_(const int* where, int* tasks, int* tid, int* parent, int* host, int* flag, char* program, int* info,
                size_t program_length) {
    static struct pvmtaskinfo* list;
    static int count, next, listed;
    if (next == 0 || listed != *where || *tasks == -1) {
        next = 0;
        listed = *where;
        *info = pvm_tasks(*where, &count, &list);
        if (*info < 0) return;
    }
    *info = 1;
    *tasks = count;
    if (count < 1) return;
    *tid = list[next].ti_tid;
    *parent = list[next].ti_ptid;
    *host = list[next].ti_host;
    *flag = list[next].ti_flag;
    fortran_text(program, program_length, list[next].ti_a_out);
    next = (next + 1) % count;
}

/* As in PVM 3.4.6, *tid is PvmNoTask if the index is not that of a sibling. */
void pvmfsiblings_(int* count, const int* index, int* tid) {
    int* tids = NULL;
    *count = pvm_siblings(&tids);
    *tid = *index >= 0 && *index < *count ? tids[*index] : PvmNoTask;
}

void pvmfnotify_(const int* what, const int* tag, const int* count, const int* tids, int* info) {
    *info = pvm_notify(*what, *tag, *count, tids);
}
