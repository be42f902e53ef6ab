import {
  type DownlinkRange,
  downlinksByNumber,
  encodeRanges,
  type ImportedDownlink,
  satelliteRanges,
} from '../../src/catalogue/frequencies/ranges.js';
import { readCatalogue, readTransmitters } from '../../src/catalogue/sources/source.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import { type CatalogueSatellite, windowSatellites } from '../../src/catalogue/windowSatellites.js';
import { DAY_MS } from '../../src/spec.js';
import type { FrozenSatellite } from '../../src/memory/loadedWindow.js';

/** Files to measure with, instead of the bundled catalogue. */
interface Source {
  catalogue?: string | undefined;
  transmitters?: string | undefined;
}

export interface BenchSatellite extends FrozenSatellite {
  name: string;
}

const BUNDLED_START_MS = Date.UTC(2026, 6, 10);

/**
 * Reads satellites as a window freezes them, and the window's start: the UTC day in which the median element set lies.
 */
export async function readSource({ catalogue, transmitters }: Source): Promise<{
  start: Date;
  satellites: BenchSatellite[];
}> {
  const elsets =
    catalogue === undefined ? bundledCatalogue(BUNDLED_START_MS * 1000) : (await readCatalogue(catalogue)).elsets;
  const epochs = elsets.map(({ epochUs }) => epochUs).sort((a, b) => a - b);
  const startMs = Math.floor((epochs[epochs.length >> 1] ?? 0) / 1000 / DAY_MS) * DAY_MS;
  const given = transmitters === undefined ? [] : (await readTransmitters(transmitters)).transmitters;
  const downlinks = downlinksByNumber(given);
  const { satellites } = windowSatellites(elsets, { start: new Date(startMs), transmitters: given });
  return {
    start: new Date(startMs),
    satellites: satellites.map((one) => ({
      ...one,
      downlinks: frequencies(one, downlinks.get(one.noradNumber) ?? []),
    })),
  };
}

/**
 * Lists of frequencies, by their JSON text. Satellites with the same frequencies share a list, as in a loaded window.
 */
const lists = new Map<string, readonly DownlinkRange[]>();

function frequencies(
  { constellation, bands }: CatalogueSatellite,
  imported: readonly ImportedDownlink[],
): readonly DownlinkRange[] {
  const { ranges } = satelliteRanges(imported, constellation, bands);
  const text = encodeRanges(ranges);
  const known = lists.get(text) ?? ranges;
  lists.set(text, known);
  return known;
}
