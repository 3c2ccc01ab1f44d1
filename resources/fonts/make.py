#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the bundled fonts from Debian's fonts-inter (apt install fonts-inter python3-fonttools).

Qt 6.4 cannot switch on OpenType features, so figures of equal width become the default ones; scripts that the program
does not use itself are left out (other fonts of the system step in for them). Renamed, so that an installed Inter with
proportional figures is not taken instead.
"""
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

SOURCE = Path("/usr/share/fonts/opentype/inter")
FAMILY = "Anchorscope Sans"
RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x2B0, 0x2DD), (0x300, 0x304), (0x370, 0x3FF), (0x400, 0x45F),
          (0x1E00, 0x1EFF), (0x2000, 0x206F), (0x2070, 0x209F), (0x20AC, 0x20AC), (0x2100, 0x214F),
          (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2300, 0x23FF), (0x25A0, 0x25FF), (0x2600, 0x2606), (0x2700, 0x2718)]


def tabular_figures(font):
    features = font["GSUB"].table.FeatureList.FeatureRecord
    lookups = next(f.Feature.LookupListIndex for f in features if f.FeatureTag == "tnum")
    mapping = {}
    for index in lookups:
        for table in font["GSUB"].table.LookupList.Lookup[index].SubTable:
            mapping.update(getattr(table, "ExtSubTable", table).mapping)
    for table in font["cmap"].tables:
        for code in range(0x30, 0x3A):
            if code in table.cmap:
                table.cmap[code] = mapping.get(table.cmap[code], table.cmap[code])


def rename(font, style):
    names = {1: FAMILY if style in ("Regular", "Bold") else f"{FAMILY} {style}", 2: "Regular", 4: f"{FAMILY} {style}",
             6: f"{FAMILY.replace(' ', '')}-{style}", 16: FAMILY, 17: style}
    for record in list(font["name"].names):
        if record.nameID in (3, 18, 21, 22, 25):
            font["name"].removeNames(nameID=record.nameID)
        elif record.nameID in names:
            font["name"].setName(names[record.nameID], record.nameID, record.platformID, record.platEncID, record.langID)
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    cff = font["CFF "].cff
    cff.fontNames = [names[6]]
    cff[0].FamilyName, cff[0].FullName = FAMILY, names[4]


for style in ("Regular", "SemiBold"):
    options = subset.Options(layout_features=["ccmp", "locl", "kern", "mark", "mkmk", "calt", "case"], hinting=False,
                             name_IDs=["*"], notdef_outline=True)
    font = TTFont(SOURCE / f"Inter-{style}.otf")
    tabular_figures(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
    subsetter.subset(font)
    rename(font, style)
    font.save(Path(__file__).parent / f"AnchorscopeSans-{style}.otf")
