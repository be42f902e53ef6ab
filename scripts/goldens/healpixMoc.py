#!/usr/bin/env python3
"""Writes test/golden/healpix/pymoc.fits and pymoc.json with pymoc (Debian: python3-pymoc, python3-healpy).

A disc, a few cells of low orders and one of order 12, normalised; the JSON has pymoc's cells, written as MOC 1.1 has them.
"""

import json
import pathlib

import healpy
import numpy as np
from pymoc import MOC
from pymoc.io.fits import write_moc_fits

OUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "golden" / "healpix"
moc = MOC()
moc.add(6, healpy.query_disc(64, healpy.ang2vec(40, -20, lonlat=True), np.radians(9), nest=True))
moc.add(1, [3, 47])
moc.add(12, [12345678])
moc.normalize()
write_moc_fits(moc, str(OUT / "pymoc.fits"), overwrite=True)
cells = {str(order): sorted(int(cell) for cell in cells) for order, cells in moc}
(OUT / "pymoc.json").write_text(json.dumps(cells, separators=(",", ":")) + "\n")
