# cmake -D PROGRAM=... -D NAME=... -D VERSION=... -D PAGE=... -P man_page.cmake: a manual page made of PROGRAM --help.
execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "^[^\n]+" summary "${help}")
string(REPLACE "\\" "\\e" help "${help}")
string(REPLACE "-" "\\-" help "${help}")
string(REGEX REPLACE "\n([.'])" "\n\\\\&\\1" help "${help}")
file(WRITE ${PAGE} ".TH ${NAME} 1 \"\" \"banyan ${VERSION}\"\n.SH NAME\n${NAME} \\- ${summary}\n.SH USAGE\n.nf\n${help}.fi\n")
