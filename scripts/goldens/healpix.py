#!/usr/bin/env python3
"""Writes test/golden/healpix/*.json from healpy. Run it with the Python that has healpy (Debian: python3-healpy).

Arrays are base64 of little-endian f64 or i32. Angles are degrees, as healpy took them with lonlat=True. Each set also
has indices of points for which healpy's cell proves nothing:

  nestMisplaced, ringMisplaced   healpy's cell does not exist, or is farther from the point than any point from its
                                 cell's centre: healpix_cxx 3.80 on sin(lat) = 2/3, an ulp west of a corner
  cosineMisrounded               the C library's cosine of the colatitude is not the double nearest to it (and changes
                                 with the processor), which on a cell's edge decides the cell
"""

import base64
import json
import math
import pathlib
import platform

import healpy
import mpmath
import numpy as np

OUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "golden" / "healpix"
NSIDES = [1 << order for order in range(14)]
ORIGIN = f"healpy {healpy.__version__} (lonlat=True), numpy {np.__version__}, {'-'.join(platform.libc_ver())}"
TRANSITION = np.degrees(np.arcsin(2 / 3))
rng = np.random.default_rng(20250607)


def packed(values, kind):
    return base64.b64encode(np.ascontiguousarray(values, dtype=kind).tobytes()).decode("ascii")


def with_neighbours(values, steps):
    """The values, and the next `steps` doubles on either side of each."""
    columns = [np.asarray(values, dtype=float)]
    for direction in (np.inf, -np.inf):
        value = columns[0]
        for _ in range(steps):
            value = np.nextafter(value, direction)
            columns.append(value)
    return np.concatenate(columns)


def special_points():
    """Latitudes (poles, equator, caps' rims, switches near poles) by longitudes (seams, multiples, turns, signs)."""
    lat = np.concatenate([
        [90, -90, np.nextafter(90, 0), np.nextafter(-90, 0), 89.9999999, -89.9999999, 89.9, -89.9],
        with_neighbours([0.0], 1), [-0.0],
        with_neighbours([TRANSITION], 3), -with_neighbours([TRANSITION], 3),
        with_neighbours([90 - np.degrees(0.01)], 1), -with_neighbours([90 - np.degrees(0.01)], 1),
        with_neighbours([np.degrees(np.arcsin(0.99))], 1), [30, -30, 45, -45, 60, -60, 41.8103, -41.8103],
    ])
    lon = np.concatenate([
        with_neighbours([0.0, 90.0, 180.0, 270.0, 360.0], 1),
        [45, 135, 225, 315, 22.5, 337.5, 13.4, -13.4, -45, -90, -135, -180, -270, -360, 405, 450, 540, 720, -720],
        [-0.0, -1e-20, 1e-20, 1e6, -1e6, 123456789.0],
    ])
    grid = np.meshgrid(lon, lat)
    return grid[0].ravel(), grid[1].ravel()


def uniform_points(count):
    return rng.uniform(-180, 360, count), np.degrees(np.arcsin(rng.uniform(-1, 1, count)))


def sampled_cells(nside, count):
    """RING numbers: all cells if they are few, else random ones and those beside the poles and the caps' rims."""
    cells = healpy.nside2npix(nside)
    if cells <= count:
        return np.arange(cells)
    cap = 2 * nside * (nside - 1)
    edges = np.array([0, 1, 2, 3, 4, cap - 1, cap, cap + 1, cap + 4 * nside, cells - cap - 1, cells - cap])
    edges = np.concatenate([edges, cells - 1 - edges])
    return np.concatenate([edges, rng.integers(0, cells, count - len(edges))])


def edge_points(nside, count):
    """Corners and middles of cells' edges, and corners on caps' rims, as computed or an ulp to either side; degrees."""
    ring = sampled_cells(nside, count // 4)
    corners = np.moveaxis(healpy.boundaries(nside, ring, step=2), 1, 2).reshape(-1, 3)
    lon, lat = healpy.vec2ang(corners, lonlat=True)
    pick = rng.permutation(len(lon))[:count]
    rim = rng.choice([-TRANSITION, TRANSITION], 60)
    lon = np.concatenate([lon[pick], rng.integers(0, 4 * nside, len(rim)) * 90 / nside])
    lat = np.concatenate([lat[pick], rim])
    lon, lat = (np.nextafter(angle, angle + rng.integers(-1, 2, len(angle))) for angle in (lon, lat))
    return lon, np.clip(lat, -90, 90)


def misplaced(nside, lon, lat, nest):
    # At nside 1 a wrong cell may touch the point by chance, so nside 2 is asked instead.
    nside = max(nside, 2)
    ipix = healpy.ang2pix(nside, lon, lat, nest=nest, lonlat=True)
    exists = (ipix >= 0) & (ipix < healpy.nside2npix(nside))
    centre = np.array(healpy.pix2vec(nside, np.where(exists, ipix, 0), nest=nest)).T
    chord = np.linalg.norm(centre - healpy.ang2vec(lon, lat, lonlat=True), axis=1)
    return np.flatnonzero(~exists | (chord > 1.001 * healpy.max_pixrad(nside))).tolist()


def misrounded(lat):
    thetas = [float(theta) for theta in np.pi / 2 - np.radians(lat)]
    with mpmath.workprec(200):
        return [k for k, theta in enumerate(thetas) if math.cos(theta) != float(mpmath.cos(mpmath.mpf(theta)))]


def cells_of(nside, lon, lat):
    assert np.array_equal(np.radians(lon), lon * (np.pi / 180)) and np.array_equal(np.radians(lat), lat * (np.pi / 180))
    nest = healpy.ang2pix(nside, lon, lat, nest=True, lonlat=True)
    ring = healpy.ang2pix(nside, lon, lat, lonlat=True)
    return {
        "nside": nside,
        "nest": packed(nest, "<i4"),
        "ring": packed(ring, "<i4"),
        "nestMisplaced": misplaced(nside, lon, lat, nest=True),
        "ringMisplaced": misplaced(nside, lon, lat, nest=False),
        "cosineMisrounded": misrounded(lat),
    }


def write(name, content):
    text = json.dumps({"origin": ORIGIN, **content}, separators=(",", ":"))
    (OUT / name).write_text(text + "\n")
    print(f"{name}: {len(text)} bytes")


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    lon, lat = (np.concatenate(pair) for pair in zip(special_points(), uniform_points(500)))
    write("sky.json", {
        "lonDeg": packed(lon, "<f8"),
        "latDeg": packed(lat, "<f8"),
        "sets": [cells_of(nside, lon, lat) for nside in NSIDES],
    })

    sets = []
    for nside in NSIDES:
        lon, lat = edge_points(nside, 900)
        sets.append({"lonDeg": packed(lon, "<f8"), "latDeg": packed(lat, "<f8"), **cells_of(nside, lon, lat)})
    write("edges.json", {"sets": sets})

    sets = []
    for nside in NSIDES:
        ring = sampled_cells(nside, 200)
        nest = healpy.ring2nest(nside, ring)
        lon, lat = healpy.pix2ang(nside, nest, nest=True, lonlat=True)
        sets.append({
            "nside": nside,
            "nest": packed(nest, "<i4"),
            "ring": packed(ring, "<i4"),
            "lonDeg": packed(lon, "<f8"),
            "latDeg": packed(lat, "<f8"),
        })
    write("centres.json", {"sets": sets})


main()
