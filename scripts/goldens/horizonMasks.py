"""Passes of satellites over horizon masks of places by brute force, every tenth of a second; independent of the core:
python's sgp4 (WGS72, mode 'i'), TEME turned by GMST of IAU 1982 with UT1 = UTC, sites on WGS84, numpy's interpolation
with a period of 360 degrees. Debian: python3-sgp4.

    /usr/bin/python3 scripts/goldens/horizonMasks.py QUESTIONS.json > ANSWERS.json

QUESTIONS: as in passes.py; each site has a "mask" too: [[azimuth, elevation], ...] in degrees.
ANSWERS: {"origin", "passes": [[satellite, site, aos, los, time of the highest elevation, highest elevation], ...]}, in
seconds from the start and degrees. Bisection to 0.1 ms gives aos and los; aos is 0, or los the end, if the range cuts
the pass. Elevations at every millisecond around the highest of all steps give the highest.
"""
import json
import sys

import numpy as np
import sgp4

from encounters import Sky, instant, satrec, stretches

STEP_S = 0.1
FINE_S = 0.001
CHUNK = 300_000


class Place(Sky):
    def __init__(self, start, site, least):
        super().__init__(start, site)
        lat, lon = np.radians(site["lat"]), np.radians(site["lon"])
        self.east = np.array([-np.sin(lon), np.cos(lon), 0.0])
        self.north = np.array([-np.sin(lat) * np.cos(lon), -np.sin(lat) * np.sin(lon), np.cos(lat)])
        self.azimuths, self.elevations = np.array(site["mask"], float).T
        self.least = least

    def heights(self, sat, seconds):
        """Degrees over the mask or the minimum elevation, whichever is higher, and elevations; NaN where SGP4 fails."""
        line, sines = self.look(sat, seconds)
        elevation = np.degrees(np.arcsin(sines))
        azimuth = np.degrees(np.arctan2(line @ self.east, line @ self.north))
        limit = np.interp(azimuth, self.azimuths, self.elevations, period=360)
        return elevation - np.maximum(limit, self.least), elevation


def edge(place, sat, low, high):
    """Time at which the satellite passes the mask between two steps."""
    is_up = place.heights(sat, np.array([high]))[0][0] >= 0
    while high - low > 1e-4:
        middle = 0.5 * (low + high)
        if (place.heights(sat, np.array([middle]))[0][0] >= 0) == is_up:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


def top(place, sat, begin, end, at):
    """Time and size of the highest elevation between begin and end, near the step `at`."""
    low, high = max(begin, at - STEP_S), min(end, at + STEP_S)
    fine = np.linspace(low, high, max(2, int((high - low) / FINE_S) + 1))
    elevation = place.heights(sat, fine)[1]
    i = int(np.argmax(elevation))
    return fine[i], elevation[i]


def passes(place, sat, seconds):
    steps = int(round(seconds / STEP_S))
    heights, elevations = np.empty(steps + 1), np.empty(steps + 1)
    for begin in range(0, steps + 1, CHUNK):
        times = STEP_S * np.arange(begin, min(begin + CHUNK, steps + 1))
        heights[begin:begin + len(times)], elevations[begin:begin + len(times)] = place.heights(sat, times)
    for first, end in stretches(heights >= 0):
        aos = 0.0 if first == 0 else edge(place, sat, STEP_S * (first - 1), STEP_S * first)
        los = seconds if end > steps else edge(place, sat, STEP_S * (end - 1), STEP_S * end)
        at = STEP_S * (first + int(np.argmax(elevations[first:end])))
        yield (aos, los, *top(place, sat, aos, los, at))


def main():
    asked = json.load(open(sys.argv[1]))
    start = instant(asked["start"])
    answers = []
    for s, row in enumerate(asked["satellites"]):
        for p, site in enumerate(asked["sites"]):
            for found in passes(Place(start, site, row["minElevation"]), satrec(row), 60.0 * asked["minutes"]):
                answers.append([s, p, *(round(float(value), 4) for value in found)])
        print(f"{s + 1} of {len(asked['satellites'])}", file=sys.stderr)
    origin = f"python3-sgp4 {getattr(sgp4, '__version__', '2')} (WGS72, mode i), numpy {np.__version__}"
    json.dump({"origin": origin, "passes": answers}, sys.stdout, separators=(",", ":"))


main()
