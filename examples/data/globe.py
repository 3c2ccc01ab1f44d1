"""Writes globe.h5, the bundled globe: cities on the Earth, and in an atlas whose poles are elsewhere and whose sides are
swapped. Run with Python 3, numpy and h5py; the table is part of every system's time zone data:

    python3 globe.py globe.h5 [/usr/share/zoneinfo/zone.tab]
"""
import re
import sys

import h5py
import numpy

from make_words import pack, strings

EARTH_KM = 6371.0
APART_KM = 150.0  # closer to a city before it a city is left out
ERRORS_KM = {"atlas": 0.0, "atlas150": 150.0, "atlas300": 300.0}  # mean distance from the right place
SEED = 7

SOUTH_AMERICA = set("AR BO BR CL CO EC FK GF GS GY PE PY SR UY VE".split())
# Islands that the table files under an ocean, by the United Nations' continents (M49); others of the Pacific: Oceania.
ISLANDS = {"BM": "North America", "CC": "Oceania", "CV": "Africa", "CX": "Oceania", "ES": "Africa", "FO": "Europe",
           "IO": "Africa", "IS": "Europe", "KM": "Africa", "MG": "Africa", "MU": "Africa", "MV": "Asia", "PT": "Europe",
           "RE": "Africa", "SC": "Africa", "SH": "Africa", "SJ": "Europe", "TF": "Africa", "YT": "Africa"}
CONTINENTS = ["Africa", "Antarctica", "Asia", "Europe", "North America", "Oceania", "South America"]


def degrees(text):
    """±DDMM, ±DDMMSS, ±DDDMM or ±DDDMMSS."""
    whole = 3 if len(text) in (6, 8) else 2
    parts = text[1:1 + whole], text[1 + whole:3 + whole], text[3 + whole:] or "0"
    value = sum(int(part) / 60 ** power for power, part in enumerate(parts))
    return -value if text[0] == "-" else value


def continent(country, zone):
    region = zone.split("/")[0]
    if country in SOUTH_AMERICA:
        return "South America"
    return {"America": "North America", "Australia": "Oceania", "Pacific": "Oceania",
            "Arctic": "Europe"}.get(region) or ISLANDS.get(country, region)


def on_sphere(latitude, longitude):
    latitude, longitude = numpy.radians([latitude, longitude])
    return numpy.array([numpy.cos(latitude) * numpy.cos(longitude), numpy.cos(latitude) * numpy.sin(longitude),
                        numpy.sin(latitude)])


def cities(path):
    """Names, continents and places (unit vectors: Greenwich and the equator, 90° east, the north pole)."""
    names, labels, places = [], [], []
    with open(path, encoding="ascii") as table:
        for line in table:
            if line.startswith("#"):
                continue
            country, coordinates, zone = line.rstrip("\n").split("\t")[:3]
            place = on_sphere(*map(degrees, re.fullmatch(r"([+-]\d+)([+-]\d+)", coordinates).groups()))
            if any(EARTH_KM * numpy.arccos(numpy.clip(place @ other, -1, 1)) < APART_KM for other in places):
                continue
            names.append(zone.split("/")[-1].replace("_", " "))
            labels.append(CONTINENTS.index(continent(country, zone)))
            places.append(place)
    if len(set(names)) != len(names):
        raise SystemExit("Expected different names of cities, found the same twice.")
    return names, labels, numpy.array(places)


def turn(axis, angle):
    turned = numpy.identity(3)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    c, s = numpy.cos(numpy.radians(angle)), numpy.sin(numpy.radians(angle))
    turned[numpy.ix_([first, second], [first, second])] = [[c, -s], [s, c]]
    return turned


def moved(places, error_km, random):
    """Every place goes its own way along the sphere, normal in two directions; error_km is the mean distance."""
    steps = random.normal(size=places.shape) * error_km / EARTH_KM / numpy.sqrt(numpy.pi / 2)
    steps -= numpy.sum(steps * places, axis=1, keepdims=True) * places
    lengths = numpy.linalg.norm(steps, axis=1, keepdims=True)
    return places * numpy.cos(lengths) + steps * numpy.sinc(lengths / numpy.pi)


def main(target_path, table_path="/usr/share/zoneinfo/zone.tab"):
    names, labels, places = cities(table_path)
    # The atlas has its north pole at 25° north, 80° east of ours, is turned about it, and is seen from inside.
    atlas = turn(2, 130) @ turn(1, 65) @ turn(2, -80) @ numpy.diag([1, -1, 1])
    spaces = {"earth": (places, "places on the Earth, in units of its radius")}
    for name, error_km in ERRORS_KM.items():
        random = numpy.random.default_rng(SEED)
        inexact = f", every city off by {error_km:.0f} km on average" if error_km else ""
        spaces[name] = (moved(places @ atlas.T, error_km, random),
                        "the same places in an atlas with other poles, mirrored" + inexact)
    with h5py.File(target_path, "w") as target:
        target.attrs["format"] = "anchorscope-dataset"
        target.attrs["version"] = 1
        target.attrs["title"] = "Cities on the Earth and in an atlas whose poles are elsewhere"
        target.attrs["license"] = "public domain"
        target.attrs["source"] = "zone.tab of the tz database (IANA); one city per 150 km"
        items = target.create_group("items")
        strings(items, "id", numpy.array([name.encode() for name in names]))
        pack(items, "label", numpy.array(labels, "<i4"), len(labels))
        strings(items, "label_names", numpy.array([name.encode() for name in CONTINENTS]))
        group = target.create_group("spaces")
        for name, (values, model) in spaces.items():
            pack(group, name, values.astype("<f4"), len(names)).attrs["model"] = model


if __name__ == "__main__":
    main(*sys.argv[1:3])
