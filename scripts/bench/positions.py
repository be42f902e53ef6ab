"""SGP4 and SDP4 by python3-sgp4: all satellites at some epochs, by SatrecArray. TEME, which it gives.

Input: u32 satellites, u32 epochs, u32 repetitions, u32 unused; Julian date of the first epoch (f64); then per satellite
as f64 the days of its elements since 1949-12-31, B*, eccentricity, argument of perigee, inclination, mean anomaly
(radians), mean motion (radians a minute) and node. Output, as JSON: seconds of processor time of each repetition, and
whether they are of its C++ (Debian's package is without).
"""

import json
import sys
import time

import numpy
from sgp4.api import WGS72, Satrec, SatrecArray, accelerated

MINUTES_PER_DAY = 1440

data = sys.stdin.buffer.read()
satellites, epochs, repetitions, _ = (int(number) for number in numpy.frombuffer(data, "<u4", 4))
(start,) = numpy.frombuffer(data, "<f8", 1, 16)
rows = numpy.frombuffer(data, "<f8", offset=24).reshape(satellites, 8)

records = []
for number, (days, bstar, *elements) in enumerate(rows):
    record = Satrec()
    record.sgp4init(WGS72, "i", number, days, bstar, 0.0, 0.0, *elements)
    records.append(record)
array = SatrecArray(records)

seconds = []
for repetition in range(repetitions):
    minutes = numpy.arange(repetition * epochs, (repetition + 1) * epochs)
    began = time.process_time()
    array.sgp4(numpy.full(epochs, start), minutes / MINUTES_PER_DAY)
    seconds.append(time.process_time() - began)
print(json.dumps({"seconds": seconds, "accelerated": accelerated}))
