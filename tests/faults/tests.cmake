# anchorscope_test(faults/tst_<stem> LIBRARIES ...), one a line
anchorscope_test(faults/tst_damage LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(faults/tst_killed LIBRARIES io)
anchorscope_test(faults/tst_changing LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(faults/tst_hostile LIBRARIES io DEPENDS anchorscope-cli)
if(ANCHORSCOPE_GUI)
    anchorscope_test(faults/tst_monkey LIBRARIES gui DEPENDS anchorscope-reader)
    anchorscope_test(faults/tst_soak LIBRARIES gui DEPENDS anchorscope-reader)
endif()
