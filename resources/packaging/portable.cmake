# cpack -G TGZ: a folder that starts where no Qt is installed. Copies every library that the programs and Qt's plug-ins
# load into lib/anchorscope, and the plug-ins beside it. The C library and what belongs to the display driver stay those
# of the system (glibc 2.36 or later). Run by cpack on the staged installation; does nothing for other packages.
if(NOT CPACK_GENERATOR STREQUAL "TGZ")
    return()
endif()
set(root "${CPACK_TEMPORARY_DIRECTORY}")
set(program "${root}/bin/anchorscope")
if(NOT EXISTS "${program}")
    message(FATAL_ERROR "Expected ${program}, staged by cpack")
endif()

execute_process(COMMAND qtpaths6 --query QT_INSTALL_PLUGINS OUTPUT_VARIABLE plugins OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "Expected qtpaths6 (Debian: qt6-base-dev-tools) to name the folder of Qt's plug-ins")
endif()
foreach(kind platforms iconengines imageformats xcbglintegrations egldeviceintegrations wayland-shell-integration
        wayland-decoration-client wayland-graphics-integration-client platforminputcontexts platformthemes tls)
    if(EXISTS "${plugins}/${kind}")
        file(COPY "${plugins}/${kind}" DESTINATION "${root}/lib/anchorscope/plugins")
    endif()
endforeach()
file(WRITE "${root}/bin/qt.conf" "[Paths]\nPrefix = ..\nPlugins = lib/anchorscope/plugins\n")

file(GLOB modules "${root}/lib/anchorscope/plugins/*/*.so")
file(GET_RUNTIME_DEPENDENCIES
    EXECUTABLES "${program}" "${root}/bin/anchorscope-cli" "${root}/libexec/anchorscope/anchorscope-reader"
    MODULES ${modules}
    RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR missing
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|util)\\.so")
if(missing)
    message(FATAL_ERROR "These libraries were not found: ${missing}")
endif()
foreach(library ${libraries})
    file(INSTALL "${library}" DESTINATION "${root}/lib/anchorscope" FOLLOW_SYMLINK_CHAIN MESSAGE_NEVER)
endforeach()
