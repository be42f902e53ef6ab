"""Directions of satellites in the sky of places, independent of the core: python's sgp4 (WGS72, mode 'i'), TEME turned
by GMST of IAU 1982 with UT1 = UTC, and topocentric vectors (south, east, zenith) by rotations. Debian: python3-sgp4.

    /usr/bin/python3 scripts/goldens/looks.py QUESTIONS.json COUNT > LOOKS.json

QUESTIONS: as in encounters.py. COUNT looks are drawn, from COUNT / 5 of its satellites, its sites and its week.
LOOKS: {"origin", "start", "satellites", "looks": [[satellite, latitude, longitude, elevation in m, seconds from the
start, azimuth, elevation, range in km, another satellite, its separation], ...]}; angles in degrees. Both satellites
propagate at the time of a look, and are at least 6,460 km from the Earth's centre.
"""
import json
import random
import sys

import numpy as np
import sgp4

from encounters import gmst, instant, satrec, site_of

WEEK_S = 7 * 86400


def fixed(sat, days):
    error, r, _ = sat.sgp4(2451545.0, days)
    if error:
        return None
    angle = gmst(days)
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * r[0] + s * r[1], c * r[1] - s * r[0], r[2]])


def rotation(axis, angle):
    c, s = np.cos(angle), np.sin(angle)
    if axis == "z":
        return np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    return np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])


def topocentric(site, position):
    """Azimuth from north over east and elevation, degrees; range, km; unit vector as (south, east, zenith)."""
    line = position - site_of(site)[0]
    sez = rotation("y", np.pi / 2 - np.radians(site["lat"])) @ rotation("z", np.radians(site["lon"])) @ line
    distance = np.linalg.norm(sez)
    azimuth = np.degrees(np.arctan2(sez[1], -sez[0])) % 360
    return azimuth, np.degrees(np.arcsin(sez[2] / distance)), distance, sez / distance


def main():
    asked = json.load(open(sys.argv[1]))
    start = instant(asked["start"])
    days2000 = (start - instant("2000-01-01T12:00:00Z")).total_seconds() / 86400
    draw = random.Random(1)
    rows = asked["satellites"]
    chosen = draw.sample(range(len(rows)), min(len(rows), int(sys.argv[2]) // 5))
    satellites = [satrec(rows[i]) for i in chosen]
    sites = [question["site"] for question in asked["questions"]]
    looks = []
    while len(looks) < int(sys.argv[2]):
        a, b = draw.randrange(len(chosen)), draw.randrange(len(chosen))
        site = draw.choice(sites)
        seconds = round(draw.uniform(0, WEEK_S), 3)
        days = days2000 + seconds / 86400
        positions = [fixed(satellites[a], days), fixed(satellites[b], days)]
        if any(position is None or np.linalg.norm(position) < 6460 for position in positions):
            continue
        azimuth, elevation, distance, direction = topocentric(site, positions[0])
        other = topocentric(site, positions[1])[3]
        separation = np.degrees(np.arctan2(np.linalg.norm(np.cross(direction, other)), direction @ other))
        looks.append([a, site["lat"], site["lon"], site["elevation"], seconds, round(azimuth, 5), round(elevation, 5),
                      round(distance, 4), b, round(separation, 5)])
    origin = f"python3-sgp4 {getattr(sgp4, '__version__', '2')} (WGS72, mode i), numpy {np.__version__}"
    found = {"origin": origin, "start": asked["start"], "satellites": [rows[i] for i in chosen], "looks": looks}
    json.dump(found, sys.stdout, separators=(",", ":"))


if __name__ == "__main__":
    main()
