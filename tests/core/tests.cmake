anchorscope_test(core/tst_anchors LIBRARIES core hdf5::hdf5)
anchorscope_test(core/tst_projection LIBRARIES core hdf5::hdf5)
anchorscope_test(core/tst_retrieval LIBRARIES core hdf5::hdf5)
anchorscope_test(core/tst_translate LIBRARIES core hdf5::hdf5)
