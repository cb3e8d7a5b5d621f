# cmake -D PROGRAM=... -D VERB=... -D VERSION=... -D PAGE=... -P man_page.cmake: a manual page made of what
# PROGRAM VERB --help prints (VERB may be empty), and of the help of the words that VERB itself takes, as bench latency.
string(JOIN "-" name banyan ${VERB})

# The help of one command as roff, indented and unfilled as it was printed.
function(print_help result)
  execute_process(COMMAND ${PROGRAM} ${ARGN} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\\" "\\e" help "${help}")
  string(REPLACE "-" "\\-" help "${help}")
  string(REGEX REPLACE "\n([.'])" "\n\\\\&\\1" help "${help}")
  set(${result} "${help}" PARENT_SCOPE)
endfunction()

# The words after "Subcommands:", two blanks in front.
function(subcommands result help)
  string(REGEX MATCH "\nSubcommands:\n.*" list "${help}")
  string(REGEX MATCHALL "\n  [a-z]+" words "${list}")
  list(TRANSFORM words STRIP)
  set(${result} ${words} PARENT_SCOPE)
endfunction()

print_help(help ${VERB})
string(REGEX MATCH "^[^\n]+" summary "${help}")
set(page ".TH ${name} 1 \"\" \"banyan ${VERSION}\"\n.SH NAME\n${name} \\- ${summary}\n.SH USAGE\n.nf\n${help}.fi\n")
subcommands(words "${help}")
set(others)
foreach(word ${words})
  if(VERB)
    print_help(more ${VERB} ${word})
    string(TOUPPER "${VERB} ${word}" title)
    string(APPEND page ".SH ${title}\n.nf\n${more}.fi\n")
  else()
    list(APPEND others "banyan\\-${word}(1)")
  endif()
endforeach()
if(VERB STREQUAL "run")
  string(APPEND page ".SH EXIT STATUS OF THE RUN\nThat of the first task that failed, 128 + signal when a signal ended it; "
         "0 when all ended well. When banyan itself fails:\n")
endif()
string(APPEND page ".SH EXIT STATUS\n0: done. 1: the work failed; a line on standard error says what, where and what to do. "
       "2: usage; the line names the option, the value and what is allowed.\n")
if(VERB)
  list(APPEND others "banyan(1)")
endif()
string(JOIN ", " others ${others})
string(APPEND page ".SH SEE ALSO\n${others}\n")
file(WRITE ${PAGE} "${page}")
