# anchorscope_test(io/tst_<stem> LIBRARIES ...), one a line
anchorscope_test(io/tst_datasetfile LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_formats LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_hdf5frame LIBRARIES io PkgConfig::XXHASH)
target_sources(tst_hdf5frame PRIVATE ${PROJECT_SOURCE_DIR}/src/reader/framewriter.cpp)
anchorscope_test(io/tst_hdf5reader LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_pairfile LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_session LIBRARIES io ${HDF5_LIBRARIES})
anchorscope_test(io/tst_numberfile LIBRARIES io)
