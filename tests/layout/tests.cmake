anchorscope_test(layout/tst_layout)
target_compile_definitions(tst_layout PRIVATE PROJECT_ROOT="${PROJECT_SOURCE_DIR}")
target_link_libraries(tst_layout PRIVATE options)
