"""Errors of element sets along the track, independent of the core: by python3-sgp4 (WGS72, mode 'i'; Debian's package).

    /usr/bin/python3 scripts/goldens/errors.py PAIRS.tsv.gz > test/golden/errors/starlink-2026-04.txt

PAIRS: below a heading, rows whose last four columns are the lines of an older and of a newer element set. Writes a line
for each row: the distance in km, along the velocity, of the positions by the two sets at the newer one's epoch; `-` if
SGP4 fails.
"""
import gzip
import sys

import numpy as np
from sgp4.api import Satrec


def main():
    rows = gzip.open(sys.argv[1], "rt").read().splitlines()[1:]
    for row in rows:
        one, two, three, four = row.split("\t")[-4:]
        older, newer = Satrec.twoline2rv(one, two), Satrec.twoline2rv(three, four)
        jd, fraction = newer.jdsatepoch, newer.jdsatepochF
        failed, before, _ = older.sgp4(jd, fraction)
        fails, after, velocity = newer.sgp4(jd, fraction)
        apart = np.dot(np.subtract(before, after), velocity) / np.linalg.norm(velocity)
        print("-" if failed or fails else f"{abs(apart):.4f}")


main()
