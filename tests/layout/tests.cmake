anchorscope_test(layout/tst_layout LIBRARIES options)
