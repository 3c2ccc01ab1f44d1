# cpack -G TGZ: a folder that starts where no Qt is installed. Copies every library that the programs and Qt's plug-ins
# load into lib/anchorscope, the plug-ins beside it, and the licences of all of them into the documents. The C and C++
# libraries and those of the display driver stay those of the system (glibc 2.36 or later). Run by cpack on the staged
# installation; does nothing for other packages.
if(NOT CPACK_GENERATOR STREQUAL "TGZ")
    return()
endif()
set(root "${CPACK_TEMPORARY_DIRECTORY}")
set(programs "${root}/bin/anchorscope-cli" "${root}/libexec/anchorscope/anchorscope-reader")
if(CPACK_ANCHORSCOPE_GUI)
    list(APPEND programs "${root}/bin/anchorscope")
endif()
foreach(program ${programs})
    if(NOT EXISTS "${program}")
        message(FATAL_ERROR "Expected ${program}, staged by cpack")
    endif()
endforeach()

# The folder of Qt's plug-ins, for the window only.
if(CPACK_ANCHORSCOPE_GUI)
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
    if(NOT EXISTS "${plugins}/wayland-shell-integration")
        message(FATAL_ERROR "Expected the plug-ins for Wayland (Debian: qt6-wayland) in ${plugins}")
    endif()
    file(WRITE "${root}/bin/qt.conf" "[Paths]\nPrefix = ..\nPlugins = lib/anchorscope/plugins\n")
endif()

file(GLOB modules "${root}/lib/anchorscope/plugins/*/*.so")
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs} MODULES ${modules}
    RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR missing
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|util|stdc\\+\\+|gcc_s)\\.so"
    "^lib(EGL|GL|GLX|GLdispatch|OpenGL|gbm|drm)\\.so")
if(missing)
    message(FATAL_ERROR "These libraries were not found: ${missing}")
endif()
include("${CPACK_ANCHORSCOPE_SOURCE}/resources/packaging/licenses.cmake")
set(documents "${root}/share/doc/${CPACK_PACKAGE_NAME}")
foreach(library ${libraries})
    file(INSTALL "${library}" DESTINATION "${root}/lib/anchorscope" FOLLOW_SYMLINK_CHAIN MESSAGE_NEVER)
endforeach()
foreach(module ${modules})
    string(REPLACE "${root}/lib/anchorscope/plugins" "${plugins}" module "${module}")
    list(APPEND libraries "${module}")
endforeach()
install_licenses("${libraries}" "${documents}/licenses")
file(INSTALL "${CPACK_ANCHORSCOPE_SOURCE}/LICENSE" DESTINATION "${documents}/licenses")
file(INSTALL "${CPACK_ANCHORSCOPE_SOURCE}/resources/fonts/OFL.txt" DESTINATION "${documents}/licenses")
file(INSTALL "${CPACK_ANCHORSCOPE_SOURCE}/resources/packaging/portable.txt" DESTINATION "${root}")
file(RENAME "${root}/portable.txt" "${root}/README.txt")
file(REMOVE_RECURSE "${root}/share/lintian")
