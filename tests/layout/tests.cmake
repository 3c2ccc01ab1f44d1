anchorscope_test(layout/tst_layout)
target_link_libraries(tst_layout PRIVATE options)
