"""Encounters of satellites in the sky over places by brute force, every tenth of a second; independent of the core:
python's sgp4 (WGS72, mode 'i'), TEME turned by GMST of IAU 1982 with UT1 = UTC, sites on WGS84. Debian: python3-sgp4.

    /usr/bin/python3 scripts/goldens/encounters.py QUESTIONS.json > ANSWERS.json

QUESTIONS: {"start": ISO 8601, "satellites": as in passes.py, "questions": [{"site": {"lat", "lon", "elevation": m},
"tracked": index, "others": [index, ...], "fromMinute", "toMinute", "maxSeparation": degrees}]}.
ANSWERS: {"origin", "encounters": [[question, other, enters, leaves, time of the smallest separation, its degrees],
...]}, times in seconds from the start. Straight lines between steps give enters and leaves. Separations at every millisecond
around the smallest of all steps give the smallest.
"""
import json
import sys
from datetime import datetime

import numpy as np
import sgp4
from sgp4.api import WGS72, Satrec

STEP_S = 0.1
FINE_S = 0.001
CHUNK = 300_000


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).replace(tzinfo=None)


def satrec(row):
    epoch = instant(row["epoch"])
    midnight = epoch.replace(hour=0, minute=0, second=0, microsecond=0)
    days1949 = (midnight - datetime(1949, 12, 31)).days + (epoch - midnight).total_seconds() / 86400
    rad = np.radians
    sat = Satrec()
    sat.sgp4init(WGS72, "i", row["norad"] % 100000, days1949, row["bstar"], 0.0, 0.0, row["e"], rad(row["argp"]),
                 rad(row["i"]), rad(row["ma"]), row["n"] * 2 * np.pi / 1440, rad(row["raan"]))
    return sat


def gmst(days2000):
    centuries = days2000 / 36525
    seconds = 67310.54841 + centuries * (8640184.812866 + centuries * (0.093104 - centuries * 6.2e-6))
    return 2 * np.pi * ((days2000 + 0.5) % 1.0 + seconds / 86400 - 0.5)


def site_of(site):
    lat, lon = np.radians(site["lat"]), np.radians(site["lon"])
    a, f = 6378.137, 1 / 298.257223563
    e2 = f * (2 - f)
    n = a / np.sqrt(1 - e2 * np.sin(lat) ** 2)
    h = site["elevation"] / 1000
    up = np.array([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])
    return np.array([(n + h) * up[0], (n + h) * up[1], (n * (1 - e2) + h) * up[2]]), up


class Sky:
    """Directions from a site at seconds from the start."""

    def __init__(self, start, site):
        self.days2000 = (start - datetime(2000, 1, 1, 12)).total_seconds() / 86400
        self.ground, self.up = site_of(site)

    def look(self, sat, seconds):
        """Unit vectors to a satellite, and sines of its elevation, at seconds from the start; NaN where SGP4 fails."""
        days = self.days2000 + seconds / 86400
        error, r, _ = sat.sgp4_array(np.full(len(days), 2451545.0), days)
        angle = gmst(days)
        c, s = np.cos(angle), np.sin(angle)
        line = np.stack([c * r[:, 0] + s * r[:, 1], c * r[:, 1] - s * r[:, 0], r[:, 2]], 1) - self.ground
        line[error != 0] = np.nan
        line /= np.linalg.norm(line, axis=1)[:, None]
        return line, line @ self.up


def separations(a, b):
    return np.degrees(np.arctan2(np.linalg.norm(np.cross(a, b), axis=1), np.sum(a * b, 1)))


def stretches(inside):
    edges = np.flatnonzero(np.diff(np.concatenate([[False], inside, [False]]).astype(int)))
    return edges.reshape(-1, 2)


def crossing(times, margins, i):
    """Time between steps i and i + 1 at which the margin changes its sign."""
    a, b = margins[i], margins[i + 1]
    return times[i] + (times[i + 1] - times[i]) * a / (a - b)


def closest(sky, tracked, other, times, angles, first, end, edges):
    """Time and size of the smallest separation: looks every millisecond around the smallest of the steps."""
    at = times[first + int(np.argmin(angles[first:end]))]
    low, high = max(edges[0], at - STEP_S), min(edges[1], at + STEP_S)
    fine = np.linspace(low, high, max(2, int((high - low) / FINE_S) + 1))
    between = separations(sky.look(tracked, fine)[0], sky.look(other, fine)[0])
    i = int(np.argmin(between))
    return fine[i], between[i]


def answer(number, question, satellites, start):
    sky = Sky(start, question["site"])
    rows = satellites
    tracked = satrec(rows[question["tracked"]])
    mask = np.sin(np.radians(rows[question["tracked"]]["minElevation"]))
    coarse = np.arange(question["fromMinute"] * 60.0, question["toMinute"] * 60.0 + 0.5, 1.0)
    up = sky.look(tracked, coarse)[1] >= mask
    for first, end in stretches(up):
        low = max(coarse[0], coarse[first] - 1.0)
        high = min(coarse[-1], coarse[end - 1] + 1.0)
        steps = int(round((high - low) / STEP_S))
        for begin in range(0, steps, CHUNK):
            # Chunks share a step, so that the parts of an encounter cut between two of them end and begin at one time.
            times = low + STEP_S * np.arange(begin, min(begin + CHUNK, steps) + 1)
            directions, sines = sky.look(tracked, times)
            for other in question["others"]:
                theirs, heights = sky.look(satrec(rows[other]), times)
                angles = separations(directions, theirs)
                least = np.sin(np.radians(rows[other]["minElevation"]))
                margins = np.minimum(np.minimum(question["maxSeparation"] - angles, np.degrees(np.arcsin(heights) - np.arcsin(least))),
                                     np.degrees(np.arcsin(sines) - np.arcsin(mask)))
                for first_in, end_in in stretches(margins > 0):
                    enters = times[0] if first_in == 0 else crossing(times, margins, first_in - 1)
                    leaves = times[-1] if end_in == len(times) else crossing(times, margins, end_in - 1)
                    at, angle = closest(sky, tracked, satrec(rows[other]), times, angles, first_in, end_in, (enters, leaves))
                    yield [number, other, round(enters, 3), round(leaves, 3), round(at, 3), round(float(angle), 5)]


def main():
    asked = json.load(open(sys.argv[1]))
    start = instant(asked["start"])
    found = []
    with np.errstate(all="ignore"):
        for number, question in enumerate(asked["questions"]):
            found.extend(answer(number, question, asked["satellites"], start))
            print(f"{number + 1} of {len(asked['questions'])}: {len(found)} encounters", file=sys.stderr)
    origin = f"python3-sgp4 {getattr(sgp4, '__version__', '2')} (WGS72, mode i), numpy {np.__version__}, every {STEP_S} s"
    json.dump({"origin": origin, "encounters": found}, sys.stdout, separators=(",", ":"))


if __name__ == "__main__":
    main()
