# Adds the objects of other static libraries to one, so that a program needs no other library of Banyan:
#   cmake -D AR=... -D INTO=libx.a -D ARCHIVES=liba.a,libb.a -P MergeArchives.cmake
string(REPLACE "," ";" archives "${ARCHIVES}")
set(script "open ${INTO}\n")
foreach(archive IN LISTS archives)
  string(APPEND script "addlib ${archive}\n")
endforeach()
file(WRITE ${INTO}.mri "${script}save\nend\n")
execute_process(COMMAND ${AR} -M INPUT_FILE ${INTO}.mri COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${INTO}.mri)
