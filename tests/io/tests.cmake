# anchorscope_test(io/tst_<stem> LIBRARIES ...), one a line
anchorscope_test(io/tst_checksum LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_datasetfile LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_foreignformats LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_formats LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_hdf5frame LIBRARIES io PkgConfig::XXHASH)
target_sources(tst_hdf5frame PRIVATE ${PROJECT_SOURCE_DIR}/src/reader/framewriter.cpp)
anchorscope_test(io/tst_hdf5reader LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_pairfile LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_pairloader LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_sandbox LIBRARIES io ${HDF5_LIBRARIES} DEPENDS sandboxtrial anchorscope-reader)
add_executable(sandboxtrial io/sandboxtrial.cpp ${PROJECT_SOURCE_DIR}/src/reader/landlock.cpp
    ${PROJECT_SOURCE_DIR}/src/reader/limits.cpp ${PROJECT_SOURCE_DIR}/src/reader/sandbox.cpp
    ${PROJECT_SOURCE_DIR}/src/reader/statuspipe.cpp)
target_link_libraries(sandboxtrial PRIVATE options)
set_target_properties(sandboxtrial PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/bin)
target_compile_definitions(tst_sandbox PRIVATE SANDBOX_TRIAL="$<TARGET_FILE_NAME:sandboxtrial>")
anchorscope_test(io/tst_session LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_numberfile LIBRARIES io)
