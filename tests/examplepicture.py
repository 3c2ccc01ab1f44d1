#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what examples/run.sh made: a window with points in all four panels, and the metrics of the true anchors.
Usage: examplepicture.py PICTURE LOG"""
import re
import struct
import sys
import zlib


def rows_of(path):
    """The pixels of a PNG of 8 bits per channel: a list of rows, each a list of tuples."""
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    channels = {2: 3, 6: 4}[colour]
    assert depth == 8
    raw, stride, before, rows = zlib.decompress(packed), width * channels, bytearray(width * channels), []
    for y in range(height):
        line = bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        unfilter(raw[y * (stride + 1)], line, before, channels)
        rows.append([tuple(line[x : x + 3]) for x in range(0, stride, channels)])
        before = line
    return rows


def unfilter(kind, line, before, channels):
    for i in range(len(line) if kind else 0):
        left, up = (line[i - channels] if i >= channels else 0), before[i]
        corner = before[i - channels] if i >= channels else 0
        if kind == 4:
            guess = left + up - corner
            add = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
        else:
            add = (0, left, up, (left + up) // 2)[kind]
        line[i] = (line[i] + add) & 255


def panels(rows):
    """Areas of the picture in which at least 2 % of the pixels have a colour of points, in a grid of 20 × 20 cells."""
    height, width, cells = len(rows), len(rows[0]), set()
    for row in range(20):
        for column in range(20):
            found = total = 0
            for y in range(row * height // 20, (row + 1) * height // 20, 2):
                for r, g, b in rows[y][column * width // 20 : (column + 1) * width // 20 : 2]:
                    total += 1
                    found += max(r, g, b) - min(r, g, b) > 60
            if found > 0.02 * total:
                cells.add((row, column))
    areas = []
    while cells:
        area, todo = 0, [cells.pop()]
        while todo:
            row, column = todo.pop()
            area += 1
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if near in cells:
                    cells.remove(near)
                    todo.append(near)
        areas.append(area)
    return sorted(areas, reverse=True)


if __name__ == "__main__":
    areas = panels(rows_of(sys.argv[1]))
    print("Areas of points in the picture:", areas)
    log = open(sys.argv[2], encoding="utf-8").read()
    scores = [float(each) for each in re.findall(r"\b0\.\d{3}\b|\b1\.000\b", log)]
    if "MRR" not in log or not scores or max(scores) < 0.5:
        sys.exit("Expected the metrics of the example, found:\n" + log)
    if len([area for area in areas if area >= 4]) < 4:
        sys.exit("Expected points in four panels of the example's picture.")
