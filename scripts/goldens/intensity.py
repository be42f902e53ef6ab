"""Interference intensities by brute force, independent of the core: python3-sgp4 (WGS72, mode 'i'), healpy for the
cells, elevations on WGS84 one satellite at a time. Debian: python3-sgp4 python3-healpy.

    /usr/bin/python3 scripts/goldens/intensity.py SATELLITES.json QUERIES.json > ANSWERS.json

SATELLITES: [{"norad", "epoch": ISO 8601, "n": rev/day, "e", "i", "raan", "argp", "ma": degrees, "bstar", "bands": mask,
"minElevation": degrees}].
QUERIES: {"start": ISO 8601, "nside", "queries": [{"norad", "lat", "lon", "epoch": minute, "bands": mask}]}.
ANSWERS: {"origin", "answers": [{"ipix", "intensity", "margin": least degrees from an elevation to its threshold}]}.
"""
import json
import math
import sys
from datetime import datetime

import healpy
import numpy as np
import sgp4
from sgp4.api import WGS72, Satrec, SatrecArray, jday

A, F = 6378.137, 1 / 298.257223563
E2 = F * (2 - F)
LOWEST_KM = 90.0


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def satrec(row):
    epoch = instant(row["epoch"])
    midnight = epoch.replace(hour=0, minute=0, second=0, microsecond=0)
    day = (epoch - midnight).total_seconds() / 86400
    days1949 = (midnight.replace(tzinfo=None) - datetime(1949, 12, 31)).days + day
    rad = math.radians
    sat = Satrec()
    sat.sgp4init(WGS72, "i", row["norad"] % 100000, days1949, row["bstar"], 0.0, 0.0, row["e"], rad(row["argp"]),
                 rad(row["i"]), rad(row["ma"]), row["n"] * 2 * math.pi / 1440, rad(row["raan"]))
    return sat


def gmst82(jd, fraction):
    """Greenwich mean sidereal time (IAU 1982), radians; whole days are taken off first."""
    days = (jd - 2451545.0) + fraction
    t = days / 36525
    turns = ((jd - 2451545.0) % 1.0) + fraction
    seconds = 67310.54841 + 8640184.812866 * t + 0.093104 * t * t - 6.2e-6 * t ** 3
    return 2 * math.pi * ((turns + seconds / 86400) % 1.0)


def positions(array, start, epoch):
    """Earth-fixed km of every satellite at one minute; which of them SGP4 propagates and puts at 90 km or above."""
    jd, fraction = jday(start.year, start.month, start.day, start.hour, start.minute, 0)
    minutes = fraction * 1440 + epoch
    jd += minutes // 1440
    fraction = (minutes % 1440) / 1440
    error, r, _ = array.sgp4(np.array([jd]), np.array([fraction]))
    r = r[:, 0, :]
    angle = gmst82(jd, fraction)
    c, s = math.cos(angle), math.sin(angle)
    fixed = np.column_stack((c * r[:, 0] + s * r[:, 1], -s * r[:, 0] + c * r[:, 1], r[:, 2]))
    a, b = A + LOWEST_KM, A * (1 - F) + LOWEST_KM
    inside = (fixed[:, 0] ** 2 + fixed[:, 1] ** 2) / a ** 2 + fixed[:, 2] ** 2 / b ** 2 < 1
    return fixed, (error[:, 0] == 0) & ~inside


def elevations(fixed, lon_deg, lat_deg):
    lat, lon = math.radians(lat_deg), math.radians(lon_deg)
    n = A / math.sqrt(1 - E2 * math.sin(lat) ** 2)
    site = np.array([n * math.cos(lat) * math.cos(lon), n * math.cos(lat) * math.sin(lon), n * (1 - E2) * math.sin(lat)])
    up = np.array([math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat)])
    line = fixed - site
    with np.errstate(invalid="ignore"):
        return np.degrees(np.arcsin((line @ up) / np.linalg.norm(line, axis=1)))


def main():
    satellites = json.load(open(sys.argv[1]))
    asked = json.load(open(sys.argv[2]))
    start, nside = instant(asked["start"]), asked["nside"]
    array = SatrecArray([satrec(row) for row in satellites])
    bands = np.array([row["bands"] for row in satellites])
    threshold = np.array([row["minElevation"] for row in satellites], dtype=float)
    place = {row["norad"]: k for k, row in enumerate(satellites)}
    known, answers = {}, []
    for query in asked["queries"]:
        ipix = int(healpy.ang2pix(nside, query["lon"], query["lat"], nest=True, lonlat=True))
        lon, lat = healpy.pix2ang(nside, ipix, nest=True, lonlat=True)
        if query["epoch"] not in known:
            known[query["epoch"]] = positions(array, start, query["epoch"])
        fixed, sound = known[query["epoch"]]
        elevation = elevations(fixed, float(lon), float(lat))
        covers = sound & (elevation >= threshold)
        me = place[query["norad"]]
        shared = int(bands[me]) & query["bands"]
        others = covers & ((bands & shared) != 0)
        intensity = int(others.sum()) - 1 if shared and covers[me] else 0
        margin = float(np.nanmin(np.abs(elevation - threshold)[sound]))
        answers.append({"ipix": ipix, "intensity": intensity, "margin": round(margin, 7)})
    origin = f"python3-sgp4 {getattr(sgp4, '__version__', '2')} (WGS72, mode i), healpy {healpy.__version__}"
    json.dump({"origin": origin, "answers": answers}, sys.stdout)


if __name__ == "__main__":
    main()
