/* What libgpvm3 uses of libpvm3 in addition to the calls of PVM: requests about groups. For the library only.

   A function that blocks says so. The results are 0 or more, or an error code of pvm3.h. */
#ifndef BANYAN_PVM3_GROUP_CALLS_H
#define BANYAN_PVM3_GROUP_CALLS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The instance number of this task in the group. */
int banyan_pvm_group_join(const char* group);
int banyan_pvm_group_leave(const char* group);
/* Blocks until `count` tasks have called it; -1 = all members. */
int banyan_pvm_group_barrier(const char* group, int count);
/* Blocks until the group has `size` members that have called it; -1 = the present size. */
int banyan_pvm_group_freeze(const char* group, int size);
/* The members by instance number; 0 where there is none. The array belongs to the library until the next call. Sets
   `count` to its length. */
int banyan_pvm_group_members(const char* group, const int** tids, int* count);
/* From now on messages are sent and received in the context of the calls about data of groups, which no program uses.
   Returns the context before. */
int banyan_pvm_enter_group_context(void);
/* `earlier`: what banyan_pvm_enter_group_context has returned. */
void banyan_pvm_leave_group_context(int earlier);
/* Every public call begins with this one and ends with banyan_pvm_finish or banyan_pvm_answer. `event`: TEV_JOINGROUP
   and so on; `meaning` (TEV_DID_...) and `value` are added to the trace unless `meaning` is negative. */
void banyan_pvm_begin(int event, const char* group, int meaning, int value);
/* Reports a negative `code` of the public function `call` as PvmAutoErr says. Returns `code`. */
int banyan_pvm_finish(const char* call, int code);
/* As banyan_pvm_finish, but a code that answers a question about the group, such as PvmNoInst, is not reported. */
int banyan_pvm_answer(const char* call, int code);
/* As banyan_pvm_answer; the event has the array too, which means `meaning` (TEV_DID_...). */
int banyan_pvm_answer_with(const char* call, int code, int meaning, const int* values, int count);

#ifdef __cplusplus
}
#endif

#endif
