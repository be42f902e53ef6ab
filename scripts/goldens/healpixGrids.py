#!/usr/bin/env python3
"""Writes test/golden/healpix/grids.json from healpy. Run it with the Python that has healpy (Debian: python3-healpy).

For some nside up to 2^29: cells of points, centres, RING numbers, neighbours, boundaries and interpolation. Arrays are
base64 of little-endian f64 or i64, in the order in which healpy took or gave them. Each set of points also has indices:

  edges        points within 2e-15 nside cells of a cell's edge, by mpmath: any cell that touches the point is right
  misplaced    other points that healpy puts into another cell than mpmath does
"""

import base64
import json
import pathlib

import healpy
import mpmath
import numpy as np

OUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "golden" / "healpix" / "grids.json"
NSIDES = [1, 2, 16, 512, 2**20, 2**29]
rng = np.random.default_rng(20261122)
mpmath.mp.prec = 160


def packed(values, kind):
    return base64.b64encode(np.ascontiguousarray(values, dtype=kind).tobytes()).decode("ascii")


def beside(values):
    values = np.asarray(values, dtype=float)
    return np.concatenate([values, np.nextafter(values, np.inf), np.nextafter(values, -np.inf)])


def special_angles():
    """120 points: at and beside poles, caps' rims and equator, on faces' meridians, beyond a turn, random; radians."""
    rim = np.arccos(2 / 3)
    theta = np.concatenate([
        [0, 1e-12, 1e-9, 1e-6, 0.005, 0.0101, np.pi, np.pi - 1e-12, np.pi - 1e-9, np.pi - 0.0101],
        beside([rim, np.pi - rim, np.pi / 2]), rng.uniform(0, np.pi, 4),
    ])
    phi = np.concatenate([
        beside(np.arange(-2, 10) * np.pi / 4), np.array([-40, -9, -5, 9, 17, 35]) * np.pi / 2,
        [1e-300, -1e-300, 1000.0, -1000.0], rng.uniform(-7, 13, 6),
    ])
    grid = np.meshgrid(theta, phi)
    theta, phi = grid[0].ravel(), grid[1].ravel()
    pick = np.sort(rng.permutation(len(theta))[:120])
    return theta[pick], phi[pick]


def corner_angles(nside, count):
    """Points beside corners of random cells and of cells around poles and rims, off by some 1e-16 to 1e-9 radians."""
    cells = healpy.nside2npix(nside)
    cap = 2 * nside * (nside - 1)
    edges = np.array([0, 1, cap - 1, cap, cap + 4 * nside]) % cells
    ring = np.concatenate([edges, cells - 1 - edges, rng.integers(0, cells, count // 4 - 10)])
    corners = np.moveaxis(healpy.boundaries(nside, ring, step=1), 1, 2).reshape(-1, 3)
    theta, phi = healpy.vec2ang(corners)
    theta, phi = (angle + rng.normal(size=len(angle)) * 10 ** rng.uniform(-16, -9, len(angle)) for angle in (theta, phi))
    return np.clip(theta, 0, np.pi), phi


def beside_poles(nside, count):
    """Points just off edges of cells, some cells from a pole, at which 1 - |z| has few exact digits; radians."""
    fold = rng.uniform(0.0125, 0.1, count)
    line = 2 * np.round(0.5 * fold * nside) + rng.normal(size=count) * nside * 10 ** rng.uniform(-14.5, -13, count)
    theta = 2 * np.arcsin(np.clip(line / nside, 0, 1) / np.sqrt(6))
    return np.where(rng.random(count) < 0.5, theta, np.pi - theta), rng.integers(0, 4, count) * np.pi / 2 + np.pi / 4


def exact(nside, z, depth, quarters):
    """NESTED cell, and distance from its edges in cells, of a point in mpmath's numbers: z, 1 - |z|, quarter turns."""
    column = mpmath.floor(quarters)
    part = quarters - column
    column = int(column) % 4
    if abs(z) <= mpmath.mpf(2) / 3:
        up, down = (part + 0.5 - 0.75 * z), (part + 0.5 + 0.75 * z)
        passed = int(up >= 1), int(down >= 1)
        face = 4 + (column + passed[0]) % 4 if passed[0] == passed[1] else column + (8 if passed[0] else 0)
        x, y = (down - passed[1]) * nside, nside - (up - passed[0]) * nside
    else:
        height = mpmath.sqrt(3 * depth)
        up, down = part * height * nside, (1 - part) * height * nside
        x, y = (nside - down, nside - up) if z > 0 else (up, down)
        face = column if z > 0 else column + 8
    place = [min(max(int(mpmath.floor(v)), 0), nside - 1) for v in (x, y)]
    clearance = min(abs(v - mpmath.nint(v)) for v in (x, y))
    order = nside.bit_length() - 1
    code = sum(((place[0] >> k & 1) << 2 * k) | ((place[1] >> k & 1) << 2 * k + 1) for k in range(order))
    return (face << 2 * order) + code, clearance


def exact_angles(nside, theta, phi):
    theta, phi = mpmath.mpf(float(theta)), mpmath.mpf(float(phi))
    z = mpmath.cos(theta)
    depth = 2 * (mpmath.sin(theta / 2) if z > 0 else mpmath.cos(theta / 2)) ** 2
    return exact(nside, z, depth, phi * 2 / mpmath.pi)


def exact_lonlat(nside, lon, lat):
    lon, lat = mpmath.mpf(float(lon)), mpmath.mpf(float(lat))
    z = mpmath.sin(lat * mpmath.pi / 180)
    return exact(nside, z, 2 * mpmath.sin((90 - abs(lat)) * mpmath.pi / 360) ** 2, lon / 90)


def exact_vector(nside, x, y, z):
    x, y, z = (mpmath.mpf(float(v)) for v in (x, y, z))
    length = mpmath.sqrt(x * x + y * y + z * z)
    turn = mpmath.atan2(y, x) * 2 / mpmath.pi if x or y else mpmath.mpf(0)
    depth = (x * x + y * y) / (length * (length + abs(z)))
    return exact(nside, z / length, depth, turn)


def points(nside, columns, cells, exactly):
    found = [exactly(nside, *point) for point in zip(*columns)]
    edges = [k for k, (_, clearance) in enumerate(found) if clearance <= 2e-15 * nside]
    wrong = [k for k, (cell, _) in enumerate(found) if cell != cells[k] and k not in set(edges)]
    return {"points": packed(np.column_stack(columns), "<f8"), "cells": packed(cells, "<i8"), "edges": edges, "misplaced": wrong}


def set_of(nside):
    special, corners, polar = special_angles(), corner_angles(nside, 200), beside_poles(nside, 40)
    uniform = np.arccos(rng.uniform(-1, 1, 60)), rng.uniform(-7, 13, 60)
    theta, phi = (np.concatenate(pair) for pair in zip(special, corners, polar, uniform))
    lon, lat = np.degrees(phi), np.clip(90 - np.degrees(theta), -90, 90)
    xyz = healpy.ang2vec(theta, phi) * rng.uniform(0.5, 2, len(theta))[:, None]
    cells = healpy.nside2npix(nside)
    cap = 2 * nside * (nside - 1)
    some = np.array([0, 1, 2, 3, cap - 1, cap, cap + 1, cap + 4 * nside - 1, cap + 4 * nside, cells // 2]) % cells
    ring = np.unique(np.concatenate([some, cells - 1 - some, rng.integers(0, cells, 50)]))
    nest = healpy.ring2nest(nside, ring)
    inside = np.sort(rng.permutation(len(special[0]))[:60])
    t, p = special[0][inside], special[1][inside] % (2 * np.pi)
    interpolation = healpy.get_interp_weights(nside, t, p)
    return {
        "nside": nside,
        "angles": points(nside, (theta, phi), healpy.ang2pix(nside, theta, phi, nest=True), exact_angles),
        "lonLat": points(nside, (lon, lat), healpy.ang2pix(nside, lon, lat, nest=True, lonlat=True), exact_lonlat),
        "vectors": points(nside, tuple(xyz.T), healpy.vec2pix(nside, *xyz.T, nest=True), exact_vector),
        "ring": packed(ring, "<i8"),
        "nest": packed(nest, "<i8"),
        "centresAngles": packed(np.column_stack(healpy.pix2ang(nside, ring)), "<f8"),
        "centresVectors": packed(np.column_stack(healpy.pix2vec(nside, ring)), "<f8"),
        "neighbours": packed(healpy.get_all_neighbours(nside, ring).T, "<i8"),
        "boundaries": packed(np.moveaxis(healpy.boundaries(nside, ring[::3], step=2), 1, 2), "<f8"),
        "interpolated": packed(np.column_stack([t, p]), "<f8"),
        "interpolationCells": packed(interpolation[0].T, "<i8"),
        "interpolationWeights": packed(interpolation[1].T, "<f8"),
    }


text = json.dumps({"origin": f"healpy {healpy.__version__}, mpmath {mpmath.__version__}", "sets": [set_of(n) for n in NSIDES]})
OUT.write_text(text + "\n")
print(f"{OUT.name}: {len(text)} bytes")
for found in json.loads(text)["sets"]:
    print(found["nside"], {k: (len(v["edges"]), len(v["misplaced"])) for k, v in found.items() if isinstance(v, dict)})
