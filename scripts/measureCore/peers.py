"""healpy and sgp4 beside the core: a line of JSON in, a piece of work; the seconds of processor time that it took out."""

import functools
import json
import sys
import time

import healpy
import numpy

POINTS = 1_000_000
MINUTES_PER_DAY = 1440


@functools.cache
def grid(nside, work, nest):
    random = numpy.random.default_rng(1)
    lon = random.uniform(0, 360, POINTS)
    lat = numpy.degrees(numpy.arcsin(random.uniform(-1, 1, POINTS)))
    theta, phi = numpy.radians(90 - lat), numpy.radians(lon)
    cells = healpy.ang2pix(nside, theta, phi, nest=nest)
    return {
        "lonLat2pix": lambda: healpy.ang2pix(nside, lon, lat, nest=nest, lonlat=True),
        "ang2pix": lambda: healpy.ang2pix(nside, theta, phi, nest=nest),
        "pix2lonLat": lambda: healpy.pix2ang(nside, cells, nest=nest, lonlat=True),
        "pix2ang": lambda: healpy.pix2ang(nside, cells, nest=nest),
        "toRing": lambda: healpy.nest2ring(nside, cells),
        "toNested": lambda: healpy.ring2nest(nside, cells),
    }[work]


@functools.cache
def disc(nside, radius, nest, inclusive, count):
    centres = [healpy.ang2vec(13.4 + i, 52.5 - (i % 500) / 4, lonlat=True) for i in range(count)]
    options = {"nest": nest, "inclusive": inclusive}
    return lambda: [healpy.query_disc(nside, centre, numpy.radians(radius), **options) for centre in centres]


satellites = {}


def keep(kind, elements, start, times):
    """Elements as sgp4init takes them, the start as a Julian date."""
    from sgp4.api import WGS72, Satrec, SatrecArray, accelerated

    records = []
    for number, (days, bstar, *others) in enumerate(elements):
        record = Satrec()
        record.sgp4init(WGS72, "i", number, days, bstar, 0.0, 0.0, *others)
        records.append(record)
    array = SatrecArray(records)
    minutes = numpy.arange(times) / MINUTES_PER_DAY
    satellites[kind] = lambda: array.sgp4(numpy.full(times, start), minutes)
    return accelerated


WORKS = {"grid": grid, "disc": disc, "propagate": lambda kind: satellites[kind]}

for line in sys.stdin:
    what, *arguments = json.loads(line)
    if what == "keep":
        print(1 if keep(*arguments) else 0, flush=True)
        continue
    work = WORKS[what](*arguments)
    began = time.process_time()
    work()
    print(time.process_time() - began, flush=True)
