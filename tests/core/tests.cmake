anchorscope_test(core/tst_projection LIBRARIES core hdf5::hdf5)
