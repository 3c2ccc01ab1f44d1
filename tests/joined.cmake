# Several tests of a folder are one unit and one program, which runs the test by whose name it is called. Compiled one by
# one they take three times as long: most of it is the headers. Each test is in a namespace of its own, so all headers
# come before. ANCHORSCOPE_JOINED=OFF (preset dev) builds each by itself.
set(TESTS_IN_A_UNIT 7) # about half a minute to compile; two cores have enough to do

function(join_test folder name libraries depends)
    set(group ${folder})
    if(NOT "gui" IN_LIST libraries AND folder STREQUAL "faults")
        set(group ${folder}_cli) # before the window is built
    endif()
    set_property(GLOBAL APPEND PROPERTY joined_groups ${group})
    set_property(GLOBAL APPEND PROPERTY joined_${group} ${folder}/${name})
    set_property(GLOBAL APPEND PROPERTY joined_${group}_libraries ${libraries})
    set_property(GLOBAL APPEND PROPERTY joined_${group}_depends ${depends})
endfunction()

# The text of a unit: what its tests include, the tests, and main.
function(write_unit file tests)
    foreach(test IN LISTS tests)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${test}.cpp)
        file(STRINGS ${test}.cpp lines REGEX "^#include [<\"].*[>\"]$")
        list(FILTER lines EXCLUDE REGEX "\\.moc\"$")
        list(APPEND includes ${lines})
        get_filename_component(name ${test} NAME)
        string(APPEND bodies "namespace ${name} {\n#include \"${test}.cpp\"\n}\n")
        string(APPEND choices "    if (name == \"${name}\")\n        return ${name}::main(argc, argv);\n")
    endforeach()
    list(REMOVE_DUPLICATES includes)
    list(JOIN includes "\n" includes)
    # The output of moc includes these since Qt 6.8 and 6.6, in the middle of the namespaces.
    foreach(header QtCore/qtmochelpers.h QtCore/qxptype_traits.h)
        string(APPEND includes "\n#if __has_include(<${header}>)\n#include <${header}>\n#endif")
    endforeach()
    file(CONFIGURE OUTPUT ${file} CONTENT "${includes}\n#include <filesystem>\n#include <memory>\n\n${bodies}
int main(int argc, char **argv)
{
    const std::string name = std::filesystem::path(argv[0]).filename();
${choices}    return 2;
}
" @ONLY)
endfunction()

function(build_unit unit group tests)
    write_unit(${CMAKE_CURRENT_BINARY_DIR}/joined/${unit}.cpp "${tests}")
    get_property(libraries GLOBAL PROPERTY joined_${group}_libraries)
    get_property(depends GLOBAL PROPERTY joined_${group}_depends)
    list(REMOVE_DUPLICATES libraries)
    list(REMOVE_DUPLICATES depends)
    list(TRANSFORM tests REPLACE ".*/" "" OUTPUT_VARIABLE names)
    list(TRANSFORM names REPLACE "(.+)" "${CMAKE_CURRENT_BINARY_DIR}/moc/\\1.moc" OUTPUT_VARIABLE mocs)
    build_test(${unit} "${libraries}" "${depends}" ${CMAKE_CURRENT_BINARY_DIR}/joined/${unit}.cpp ${mocs})
    foreach(name IN LISTS names)
        file(CREATE_LINK ${unit} ${CMAKE_BINARY_DIR}/tests/bin/${name} SYMBOLIC)
        add_custom_target(${name} DEPENDS ${unit}) # cmake --build --preset release --target tst_retrieval
    endforeach()
endfunction()

function(join_all_tests)
    get_property(groups GLOBAL PROPERTY joined_groups)
    list(REMOVE_DUPLICATES groups)
    foreach(group IN LISTS groups)
        get_property(tests GLOBAL PROPERTY joined_${group})
        list(LENGTH tests left)
        set(number 0)
        while(left GREATER 0)
            math(EXPR number "${number} + 1")
            list(SUBLIST tests 0 ${TESTS_IN_A_UNIT} part)
            if(left GREATER TESTS_IN_A_UNIT)
                list(SUBLIST tests ${TESTS_IN_A_UNIT} -1 tests)
            else()
                set(tests "")
            endif()
            list(LENGTH tests left)
            build_unit(tests_${group}_${number} ${group} "${part}")
        endwhile()
    endforeach()
endfunction()
