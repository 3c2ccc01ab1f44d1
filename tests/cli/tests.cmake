anchorscope_test(cli/tst_badinput LIBRARIES io ${HDF5_LIBRARIES} DEPENDS anchorscope-cli anchorscope-reader)
anchorscope_test(cli/tst_cli LIBRARIES io DEPENDS anchorscope-cli anchorscope-reader)
anchorscope_test(cli/tst_cliconvert LIBRARIES io DEPENDS anchorscope-cli anchorscope-reader)
anchorscope_test(cli/tst_cliinput LIBRARIES io DEPENDS anchorscope-cli anchorscope-reader)
