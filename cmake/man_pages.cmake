# cmake -D PROGRAM=... -D PVM=... -D TRACER=... -D TRCSORT=... -D FOLDER=... -D VERSION=... -P man_pages.cmake: writes manual pages into FOLDER from the
# output of --help, one for the program, one for each verb in its list, and one for each program of PVM. The page of a verb also has the help of its
# subcommands, such as bench latency.

# The help of one command as roff, indented and unfilled as it was printed.
function(print_help result)
  execute_process(COMMAND ${PROGRAM} ${ARGN} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\\" "\\e" help "${help}")
  string(REPLACE "-" "\\-" help "${help}")
  string(REGEX REPLACE "\n([.'])" "\n\\\\&\\1" help "${help}")
  set(${result} "${help}" PARENT_SCOPE)
endfunction()

# The words after "Subcommands:", which are indented by two spaces.
function(subcommands result help)
  string(REGEX MATCH "\nSubcommands:\n.*" list "${help}")
  string(REGEX MATCHALL "\n  [a-z]+" words "${list}")
  list(TRANSFORM words STRIP)
  set(${result} ${words} PARENT_SCOPE)
endfunction()

# Writes one page. MORE: further sections. ARGN: the other pages that it refers to.
function(write_page name help more)
  string(REGEX MATCH "^[^\n]+" summary "${help}")
  string(JOIN ", " others ${ARGN})
  string(CONCAT page ".TH ${name} 1 \"\" \"banyan ${VERSION}\"\n.SH NAME\n${name} \\- ${summary}\n.SH USAGE\n.nf\n${help}.fi\n"
         "${more}.SH EXIT STATUS\n0: done. 1: the work failed; a line on standard error says what failed and what to do. "
         "2: wrong usage; the line names the option, the value and what is allowed.\n.SH SEE ALSO\n${others}\n")
  file(WRITE ${FOLDER}/${name}.1 "${page}")
endfunction()

file(REMOVE_RECURSE ${FOLDER})  # pages of verbs that no longer exist
print_help(program_help)
subcommands(verbs "${program_help}")
set(pages)
foreach(verb ${verbs})
  list(APPEND pages "banyan\\-${verb}(1)")
  print_help(help ${verb})
  set(more)
  subcommands(words "${help}")
  foreach(word ${words})
    print_help(word_help ${verb} ${word})
    string(TOUPPER "${verb} ${word}" title)
    string(APPEND more ".SH ${title}\n.nf\n${word_help}.fi\n")
  endforeach()
  if(verb STREQUAL "run")
    string(APPEND more ".SH EXIT STATUS OF THE RUN\nThat of the task that failed first, 128 + signal if a signal ended it; "
           "0 if all tasks succeeded. If banyan itself fails:\n")
  endif()
  write_page(banyan-${verb} "${help}" "${more}" "banyan(1)")
endforeach()
write_page(banyan "${program_help}" "" ${pages})

# The page of a program of PVM, whose help has no summary. ARGN: the other pages that it refers to.
function(write_pvm_page name program summary)
  set(PROGRAM ${program})
  print_help(help)
  write_page(${name} "${summary}\n\n${help}" "" ${ARGN})
endfunction()

write_pvm_page(pvm ${PVM} "Show and change a virtual machine of PVM by commands" "banyan(1)" "banyan\\-pvmd(1)")
write_pvm_page(tracer ${TRACER} "Write the traces of a virtual machine of PVM to a file" "trcsort(1)" "pvm(1)")
write_pvm_page(trcsort ${TRCSORT} "Sort a trace file of PVM by time" "tracer(1)" "pvm(1)")
