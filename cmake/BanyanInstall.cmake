# What `cmake --install` gives: libraries, public headers, programs, a CMake package, a pkg-config file, man pages.
include(CMakePackageConfigHelpers)

set(BANYAN_CONFIG_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/banyan)

# Installed names: libbanyan_net.a is banyan::net for users.
set(banyan_installed)
set(BANYAN_PC_LIBS)
foreach(part probe fft grid part net)
  if(TARGET banyan_${part})
    set_target_properties(banyan_${part} PROPERTIES EXPORT_NAME ${part})
    list(APPEND banyan_installed banyan_${part})
    if(NOT part STREQUAL fft) # which has a file of its own, because it needs FFTW
      string(APPEND BANYAN_PC_LIBS " -lbanyan_${part}")
    endif()
  endif()
endforeach()
install(TARGETS ${banyan_installed} EXPORT banyan ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/libnet/include/ ${PROJECT_SOURCE_DIR}/libpart/include/
                  ${PROJECT_SOURCE_DIR}/libgrid/include/ ${PROJECT_SOURCE_DIR}/advisor/include/
                  ${PROJECT_BINARY_DIR}/libnet/include/
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")

# The libraries of PVM 3 keep the names that programs are linked with. Their headers are in a folder of their own, so that
# they do not hide those of another PVM.
foreach(part pvm3 gpvm3 fpvm3 pvmtrc)
  set_target_properties(banyan_${part} PROPERTIES EXPORT_NAME ${part} INSTALL_RPATH $ORIGIN)
endforeach()
install(TARGETS banyan_pvm3 banyan_gpvm3 banyan_fpvm3 banyan_pvmtrc EXPORT banyan
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS banyan_pvm3_static banyan_gpvm3_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})

# banyan starts banyand, banyan-probe, thermal and contour, which are installed in the same folder.
foreach(program banyan banyand banyan-probe thermal contour)
  install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()

# The manual pages are made from the output of --help, so that the two cannot differ: one for the command and one for
# each verb; and one for each program of PVM.
set(pages ${PROJECT_BINARY_DIR}/man)
add_custom_command(OUTPUT ${pages}/banyan.1 DEPENDS banyan banyan_pvm_console banyan_pvm_tracer banyan_pvm_trcsort
                   ${PROJECT_SOURCE_DIR}/cmake/man_pages.cmake VERBATIM
                   COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:banyan>
                           -D PVM=$<TARGET_FILE:banyan_pvm_console>
                           -D TRACER=$<TARGET_FILE:banyan_pvm_tracer> -D TRCSORT=$<TARGET_FILE:banyan_pvm_trcsort> -D FOLDER=${pages}
                           -D "VERSION=${PROJECT_VERSION}" -P ${PROJECT_SOURCE_DIR}/cmake/man_pages.cmake)
add_custom_target(banyan_man_pages ALL DEPENDS ${pages}/banyan.1)
install(DIRECTORY ${pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")

install(EXPORT banyan NAMESPACE banyan:: FILE banyanTargets.cmake DESTINATION ${BANYAN_CONFIG_FOLDER})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/banyanConfig.cmake.in ${PROJECT_BINARY_DIR}/banyanConfig.cmake
                              INSTALL_DESTINATION ${BANYAN_CONFIG_FOLDER})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/banyanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/banyanConfig.cmake ${PROJECT_BINARY_DIR}/banyanConfigVersion.cmake
        DESTINATION ${BANYAN_CONFIG_FOLDER})

file(RELATIVE_PATH BANYAN_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" BANYAN_PC_TO_PREFIX ${BANYAN_PC_TO_PREFIX})
# The libraries are static, so plain `pkg-config --libs` names everything that they need.
configure_file(${PROJECT_SOURCE_DIR}/cmake/banyan.pc.in ${PROJECT_BINARY_DIR}/banyan.pc @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/banyan_fft.pc.in ${PROJECT_BINARY_DIR}/banyan_fft.pc @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/pvm3.pc.in ${PROJECT_BINARY_DIR}/pvm3.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/banyan.pc ${PROJECT_BINARY_DIR}/banyan_fft.pc ${PROJECT_BINARY_DIR}/pvm3.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
# The published tables that `banyan reproduce` compares with.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/libpart/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/banyan/published
        FILES_MATCHING PATTERN "*.csv")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
