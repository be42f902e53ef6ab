"""The counting of one epoch as a pipeline in Python does it: one numpy map of counts per band, healpy's discs.

Input: u32 satellites, u32 bands, u32 nside, u32 repetitions; then per satellite its Earth-fixed x, y, z (km) and minimum
elevation (radians) as f64 and its band set as u64. Output: seconds of each repetition, as JSON.
"""

import json
import sys
import time

import healpy
import numpy

EARTH_RADIUS_KM = 6371.0

data = sys.stdin.buffer.read()
satellites, bands, nside, repetitions = numpy.frombuffer(data, "<u4", 4)
records = numpy.frombuffer(data, numpy.dtype([("position", "<f8", 3), ("elevation", "<f8"), ("bands", "<u8")]), offset=16)
assert len(records) == satellites

distance = numpy.linalg.norm(records["position"], axis=1)
radius = numpy.arccos(EARTH_RADIUS_KM * numpy.cos(records["elevation"]) / distance) - records["elevation"]
bands_of = [[band for band in range(bands) if int(mask) >> band & 1] for mask in records["bands"]]

seconds = []
for _ in range(repetitions):
    began = time.perf_counter()
    counts = numpy.zeros((bands, healpy.nside2npix(int(nside))), numpy.uint16)
    for position, lam, own in zip(records["position"], radius, bands_of):
        cells = healpy.query_disc(int(nside), position, lam, nest=True)
        for band in own:
            counts[band][cells] += 1
    seconds.append(time.perf_counter() - began)
print(json.dumps(seconds))
