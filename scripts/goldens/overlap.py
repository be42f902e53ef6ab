"""Counts by overlap of frequencies, by brute force, independent of the core: python3-sgp4 (WGS72, mode 'i'), healpy for
the cells, elevations on WGS84, frequencies compared pair by pair. Debian: python3-sgp4 python3-healpy.

    /usr/bin/python3 scripts/goldens/overlap.py QUESTIONS.json > ANSWERS.json

QUESTIONS: as questions.ts of this folder writes them. ANSWERS: {"origin", "answers": [{"intensity", "members",
"margin": least degrees from an elevation to its threshold}]}; members: number of others that overlap, in view or not.
"""
import json
import sys

import healpy
import numpy as np
import sgp4
from sgp4.api import SatrecArray

from intensity import elevations, instant, positions, satrec

GHZ = 10 ** 9
# Section 2 of the specification, in whole hertz.
BANDS = {
    "VHF": (3 * GHZ // 100, 3 * GHZ // 10), "UHF": (3 * GHZ // 10, GHZ), "L": (GHZ, 2 * GHZ), "S": (2 * GHZ, 4 * GHZ),
    "C": (4 * GHZ, 8 * GHZ), "X": (8 * GHZ, 12 * GHZ), "Ku": (12 * GHZ, 18 * GHZ), "K": (18 * GHZ, 53 * GHZ // 2),
    "Ka": (53 * GHZ // 2, 40 * GHZ), "V": (40 * GHZ, 75 * GHZ), "W": (75 * GHZ, 110 * GHZ),
}


def asked_ranges(question, own):
    """Frequency ranges, in hertz, that those of others are compared with."""
    if "carrier" in question:
        return [question["carrier"]]
    if question["band"] == "all":
        return own
    low, high = BANDS[question["band"]]
    return [[max(low, a), min(high, b)] for a, b in own if max(low, a) < min(high, b)]


def overlaps(one, other):
    return any(max(a, c) < min(b, d) for a, b in one for c, d in other)


def main():
    asked = json.load(open(sys.argv[1]))
    satellites, start, nside = asked["satellites"], instant(asked["start"]), asked["nside"]
    array = SatrecArray([satrec(row) for row in satellites])
    threshold = np.array([row["minElevation"] for row in satellites], dtype=float)
    place = {row["norad"]: k for k, row in enumerate(satellites)}
    answers = []
    for question in asked["questions"]:
        ipix = int(healpy.ang2pix(nside, question["lon"], question["lat"], nest=True, lonlat=True))
        lon, lat = healpy.pix2ang(nside, ipix, nest=True, lonlat=True)
        fixed, sound = positions(array, start, question["epoch"])
        elevation = elevations(fixed, float(lon), float(lat))
        covers = sound & (elevation >= threshold)
        me = place[question["norad"]]
        ranges = asked_ranges(question, satellites[me]["ranges"])
        others = np.array([k != me and overlaps(ranges, row["ranges"]) for k, row in enumerate(satellites)])
        intensity = int((covers & others).sum()) if covers[me] else 0
        margin = float(np.nanmin(np.abs(elevation - threshold)[sound]))
        answers.append({"intensity": intensity, "members": int(others.sum()), "margin": round(margin, 7)})
    origin = f"python3-sgp4 {getattr(sgp4, '__version__', '2')} (WGS72, mode i), healpy {healpy.__version__}"
    json.dump({"origin": origin, "answers": answers}, sys.stdout)


main()
