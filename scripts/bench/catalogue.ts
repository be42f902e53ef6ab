import { satelliteBands } from '../../src/catalogue/bands.js';
import { constellationOf } from '../../src/catalogue/constellations.js';
import {
  type DownlinkRange,
  encodeRanges,
  importedDownlink,
  satelliteRanges,
} from '../../src/catalogue/frequencies/ranges.js';
import type { Elset } from '../../src/catalogue/elsets/elset.js';
import { readCatalogue, readTransmitters } from '../../src/catalogue/read.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import type { Transmitter } from '../../src/catalogue/transmitter.js';
import { DAY_MS, DEFAULT_MIN_ELEVATION_DEG, ELSET_MAX_AGE_DAYS } from '../../src/spec.js';
import type { FrozenSatellite } from '../../src/memory/loadedWindow.js';

/** What is measured with: files, or the bundled catalogue. */
export interface Source {
  catalogue: string | undefined;
  transmitters: string | undefined;
}

export interface BenchSatellite extends FrozenSatellite {
  name: string;
}

const BUNDLED_START_MS = Date.UTC(2026, 6, 10);

/** Satellites as a window freezes them, and its start: the UTC day in which the median element set lies. */
export async function readSource({ catalogue, transmitters }: Source): Promise<{
  start: Date;
  satellites: BenchSatellite[];
}> {
  const elsets =
    catalogue === undefined ? bundledCatalogue(BUNDLED_START_MS * 1000) : (await readCatalogue(catalogue)).elsets;
  const epochs = elsets.map(({ epochUs }) => epochUs).sort((a, b) => a - b);
  const startMs = Math.floor((epochs[epochs.length >> 1] ?? 0) / 1000 / DAY_MS) * DAY_MS;
  const downlinks = transmitters === undefined ? [] : (await readTransmitters(transmitters)).transmitters;
  const byNumber = new Map<number, Transmitter[]>();
  for (const downlink of downlinks) {
    byNumber.set(downlink.noradNumber, [...(byNumber.get(downlink.noradNumber) ?? []), downlink]);
  }
  const satellites = nearest(elsets, startMs * 1000).map((elset) =>
    frozen(elset, byNumber.get(elset.noradNumber) ?? []),
  );
  return { start: new Date(startMs), satellites };
}

function nearest(elsets: readonly Elset[], startUs: number): Elset[] {
  const age = ({ epochUs }: Elset): number => Math.abs(epochUs - startUs);
  const byNumber = new Map<number, Elset>();
  for (const elset of elsets) {
    const known = byNumber.get(elset.noradNumber);
    if (known === undefined || age(elset) < age(known)) byNumber.set(elset.noradNumber, elset);
  }
  return [...byNumber.values()].filter((elset) => age(elset) <= ELSET_MAX_AGE_DAYS * DAY_MS * 1000);
}

/** Satellites with the same frequencies share a list, as in a window that is loaded. */
const lists = new Map<string, readonly DownlinkRange[]>();

function frozen(elset: Elset, transmitters: readonly Transmitter[]): BenchSatellite {
  const imported = transmitters.map(importedDownlink);
  const row = constellationOf(elset.name);
  const { mask, minElevationDeg } = satelliteBands(imported, row);
  const { ranges } = satelliteRanges(imported, row, mask);
  const text = encodeRanges(ranges);
  const downlinks = lists.get(text) ?? ranges;
  lists.set(text, downlinks);
  const { noradNumber, name } = elset;
  const lowest = Math.max(DEFAULT_MIN_ELEVATION_DEG, minElevationDeg ?? 0);
  return { noradNumber, name, elements: elset, bands: mask, minElevationDeg: lowest, downlinks };
}
