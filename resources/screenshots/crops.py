# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts the pictures of the handbook out of the screenshots that make.sh took: /usr/bin/python3 crops.py (needs
Pillow)."""
import pathlib

from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
WIDTH = 560  # pixels, so that a picture fits into the handbook's window
CROPS = {"overlay": (86, 114, 1068, 828), "playground": (86, 112, 1068, 830), "stitching": (1088, 236, 1422, 812)}


def main():
    for name, box in CROPS.items():
        picture = Image.open(HERE / f"{name}.png").convert("RGB").crop(box)
        if picture.width > WIDTH:
            picture = picture.resize((WIDTH, WIDTH * picture.height // picture.width), Image.Resampling.LANCZOS)
        picture.quantize(255).save(HERE.parent / f"handbook/{name}.png", optimize=True)


if __name__ == "__main__":
    main()
