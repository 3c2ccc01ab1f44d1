# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts the pictures of the handbook out of the screenshots that make.sh took: /usr/bin/python3 crops.py (needs
Pillow)."""
import pathlib

from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
WIDTH = 560  # pixels, so that a picture fits into the handbook's window
# name in the handbook: (screenshot, box)
CROPS = {
    "overlay": ("overlay", (86, 114, 1068, 828)),
    "strip": ("overlay", (78, 60, 634, 108)),
    "mistakes": ("overlay", (1081, 110, 1437, 380)),
    "jointmap": ("overlay", (480, 516, 1036, 796)),
    "playground": ("playground", (86, 112, 1068, 830)),
    "stitching": ("stitching", (1088, 236, 1422, 812)),
}


def main():
    for name, (screenshot, box) in CROPS.items():
        picture = Image.open(HERE / f"{screenshot}.png").convert("RGB").crop(box)
        if picture.width > WIDTH:
            picture = picture.resize((WIDTH, WIDTH * picture.height // picture.width), Image.Resampling.LANCZOS)
        picture.quantize(255).save(HERE.parent / f"handbook/{name}.png", optimize=True)


if __name__ == "__main__":
    main()
