# anchorscope_test(io/tst_<stem> LIBRARIES ...), one a line
anchorscope_test(io/tst_datasetfile LIBRARIES io ${HDF5_LIBRARIES})
