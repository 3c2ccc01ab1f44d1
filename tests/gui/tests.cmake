# anchorscope_test(gui/tst_<stem> LIBRARIES ...), one a line
anchorscope_test(gui/tst_curveview LIBRARIES gui)
anchorscope_test(gui/tst_heatmapview LIBRARIES gui)
anchorscope_test(gui/tst_plotexport LIBRARIES gui)
anchorscope_test(gui/tst_plotgeometry LIBRARIES gui)
anchorscope_test(gui/tst_scatterview LIBRARIES gui)
anchorscope_test(gui/tst_theme LIBRARIES gui)
