"""Passes of satellites over places by Skyfield, independent of the core: its own SGP4 (WGS72, mode 'i'), its own frames
(TEME to GCRS to ITRS by GAST and the IAU 2000A nutation), no polar motion, UT1 = UTC. Debian: python3-skyfield.

    /usr/bin/python3 scripts/goldens/passes.py QUESTIONS.json > ANSWERS.json

QUESTIONS: {"start": ISO 8601, "minutes", "sites": [{"lat", "lon", "elevation": m}], "satellites": as in intensity.py}.
ANSWERS: {"origin", "passes": [[satellite, site, aos, los, time of the highest elevation, highest elevation], ...]}, in
seconds from the start and degrees; aos is 0, or los the end, if the range cuts the pass. Passes that stay within 0.02
degrees of their minimum elevation may be missing: Skyfield is asked every 10 seconds.
"""
import json
import sys
from datetime import datetime, timezone

import numpy as np
import skyfield
from sgp4.api import WGS72, Satrec
from skyfield.api import EarthSatellite, load, wgs84

STEP_S = 10
# TT - UTC in seconds, so that Skyfield's UT1 is UTC.
DELTA_T = 69.184


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def satrec(row):
    epoch = instant(row["epoch"])
    midnight = epoch.replace(hour=0, minute=0, second=0, microsecond=0)
    day = (epoch - midnight).total_seconds() / 86400
    days1949 = (midnight.replace(tzinfo=None) - datetime(1949, 12, 31)).days + day
    rad = np.radians
    sat = Satrec()
    sat.sgp4init(WGS72, "i", row["norad"] % 100000, days1949, row["bstar"], 0.0, 0.0, row["e"], rad(row["argp"]),
                 rad(row["i"]), rad(row["ma"]), row["n"] * 2 * np.pi / 1440, rad(row["raan"]))
    return sat


def crossings(altitude, threshold, low, high):
    """Times, to a millisecond, at which `altitude` passes the threshold within each [low, high], by bisection."""
    if len(low) == 0:
        return low
    rising = altitude(high) >= threshold
    while np.max(high - low) > 1e-3:
        middle = 0.5 * (low + high)
        late = (altitude(middle) >= threshold) == rising
        high, low = np.where(late, middle, high), np.where(late, low, middle)
    return 0.5 * (low + high)


def peaks(altitude, low, high):
    """Times, to 50 ms, of the highest altitude within each [low, high], by golden section."""
    ratio = (np.sqrt(5) - 1) / 2
    while len(low) > 0 and np.max(high - low) > 0.05:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        earlier = altitude(left) >= altitude(right)
        high, low = np.where(earlier, right, high), np.where(earlier, low, left)
    return 0.5 * (low + high)


def passes(altitude, samples, seconds, threshold):
    up = samples >= threshold
    edges = np.flatnonzero(up[1:] != up[:-1])
    times = crossings(altitude, threshold, seconds[edges].astype(float), seconds[edges + 1].astype(float))
    starts, ends = list(times[~up[edges]]), list(times[up[edges]])
    if up[0]:
        starts.insert(0, 0.0)
    if up[-1]:
        ends.append(float(seconds[-1]))
    inner = np.flatnonzero((samples[1:-1] >= samples[:-2]) & (samples[1:-1] >= samples[2:]) & up[1:-1]) + 1
    tops = peaks(altitude, seconds[inner - 1].astype(float), seconds[inner + 1].astype(float))
    heights = altitude(tops) if len(tops) > 0 else tops
    for start, end in zip(starts, ends):
        candidates = [(height, top) for height, top in zip(heights, tops) if start <= top <= end]
        bounds = [(float(altitude(np.array([at]))[0]), at) for at in (start, end)]
        height, top = max(candidates + bounds)
        yield start, end, top, height


def main():
    asked = json.load(open(sys.argv[1]))
    ts = load.timescale(delta_t=DELTA_T, builtin=True)
    start = instant(asked["start"]).astimezone(timezone.utc)
    seconds = np.arange(0, asked["minutes"] * 60 + 1, STEP_S)

    def at(offsets):
        return ts.utc(start.year, start.month, start.day, start.hour, start.minute, offsets)

    grid = at(seconds)
    answers = []
    # Altitudes on the grid follow altaz()'s arithmetic, without a propagation for each site; altaz() refines between
    # them.
    sites = [wgs84.latlon(site["lat"], site["lon"], elevation_m=site["elevation"]) for site in asked["sites"]]
    frames = [(site.at(grid).position.km, site.rotation_at(grid)) for site in sites]
    for s, row in enumerate(asked["satellites"]):
        satellite = EarthSatellite.from_satrec(satrec(row), ts)
        track = satellite.at(grid).position.km
        for p, (site, (ground, rotation)) in enumerate(zip(sites, frames)):
            difference = satellite - site
            altitude = lambda offsets: difference.at(at(offsets)).altaz()[0].degrees
            x, y, z = np.einsum("ijk,jk->ik", rotation, track - ground)
            samples = np.degrees(np.arctan2(z, np.hypot(x, y)))
            for found in passes(altitude, samples, seconds, row["minElevation"]):
                answers.append([s, p, *(round(value, 3) for value in found[:3]), round(found[3], 4)])
        print(f"{s + 1} of {len(asked['satellites'])}", file=sys.stderr)
    origin = f"skyfield {skyfield.__version__} (delta_t {DELTA_T} s, no polar motion), python3-sgp4 (WGS72, mode i)"
    json.dump({"origin": origin, "passes": answers}, sys.stdout, separators=(",", ":"))


main()
