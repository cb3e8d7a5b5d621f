/* Texts between Fortran and C. The library for Fortran is C, so that it needs no C++ library.

   Every routine is called by reference. The length of each character argument follows as a hidden argument after all
   others, in the order of the character arguments. */
#ifndef BANYAN_PVM3_FORTRAN_TEXT_H
#define BANYAN_PVM3_FORTRAN_TEXT_H

#include <stddef.h>

/* A copy of `length` characters without the blanks at the end, with a NUL. The caller frees it. It ends at a NUL in the
   text. NULL if there is no memory. */
char* c_text(const char* text, size_t length);

/* Copies `text`, as much as fits, and fills the rest of the `length` characters with blanks. */
void fortran_text(char* out, size_t length, const char* text);

/* Sets *result to call(the text). */
void call_with_text(int* result, const char* text, size_t length, int (*call)(const char*));

#endif
