import type { Knex } from 'knex';
import { describeSatellite, meanPerigeeKm, type SatelliteDescription } from '../catalogue/describe.js';
import { decodeRanges, type DownlinkRange } from '../catalogue/frequencies/ranges.js';
import type { OwnedCore } from '../core/instance.js';
import { atOnce, inTurns, type Pieces } from '../core/pieces.js';
import type { WindowSatellite } from '../core/records/windowOrder.js';
import { type WindowRecord, writingWindow } from '../core/records/windowRecord.js';
import { type FrozenSatellite as StoredSatellite, loadSatellites } from '../db/analysis/frozenSatellites.js';
import type { Provenance } from '../db/analysis/provenance.js';
import type { AnalysisWindowRecord } from '../db/analysis/windows.js';
import { readNames } from '../db/catalogue/satellites.js';
import { withoutPatience } from '../db/connection/patience.js';
import { UserError } from '../errors.js';

/** Frequencies of a window's satellites, by index in the window. Satellites with the same frequencies share a list. */
interface WindowDownlinks {
  readonly lists: readonly (readonly DownlinkRange[])[];
  /** Index in `lists` of each satellite's list. */
  readonly listOf: Uint32Array;
  /** Mask of each satellite's bands. */
  readonly bandsOf: Uint16Array;
}

/** Satellite of a window, as answers name it. */
export interface ListedSatellite extends Pick<SatelliteDescription, 'orbitalClass'> {
  noradNumber: number;
  /** Index of the satellite in the window. */
  index: number;
  /** Mask of its bands. */
  bands: number;
  name: string;
  /** Name of the operator; null if the satellite's name does not tell it. */
  operator: string | null;
  /** Height of its mean perigee above the equatorial radius, in km. */
  perigeeKm: number;
  /** Epoch of its element set, microseconds since 1970, UTC. */
  elsetEpochUs: number;
}

/**
 * Identity and grid of a window, as it was published. A day window, which is not stored, has a negative id, and as its
 * identity a digest of its contents.
 */
export type WindowHeader = Pick<
  AnalysisWindowRecord,
  'id' | 'identity' | 'startUs' | 'epochCount' | 'nside' | 'minElevationDeg'
>;

/**
 * A window in shared memory, open to queries. The main thread writes the record before anybody can ask for the
 * window, and frees it when no query holds the window. In between, kernels in all threads read the record, and add
 * ephemerides: a thread claims a satellite by an atomic exchange and publishes its ephemeris by an atomic store
 * (assembly/records).
 */
export interface LoadedWindow extends Readonly<WindowHeader> {
  readonly startMs: number;
  readonly record: WindowRecord;
  /** Finds a satellite by its catalogue number. */
  satellite(norad: number): ListedSatellite | undefined;
  /** Satellites by their index in the record. */
  readonly satellites: readonly ListedSatellite[];
  readonly downlinks: WindowDownlinks;
  readonly satelliteCount: number;
  /**
   * Tells the origin of a day window's answers about a satellite; undefined if the window lacks the satellite. Stored
   * windows lack the method.
   */
  provenance?(norad: number): Provenance | undefined;
  unload(): void;
}

export interface FrozenSatellite extends WindowSatellite {
  noradNumber: number;
  name?: string;
  /** Frequencies of the satellite; none if absent. Satellites with the same frequencies share a list. */
  downlinks?: readonly DownlinkRange[];
}

/** Loads the frozen satellites of a window into shared memory. @throws UserError if they do not fit */
export function loadWindow(
  core: OwnedCore,
  header: WindowHeader,
  satellites: readonly FrozenSatellite[],
): LoadedWindow {
  return atOnce(loadingWindow(core, header, satellites));
}

/** Number of satellites that are entered, in a millisecond at most, between two pauses for other work of the thread. */
const PIECE_SATELLITES = 250;

/** Loads a window like `loadWindow`, in pieces of some milliseconds each. */
function* loadingWindow(
  core: OwnedCore,
  header: WindowHeader,
  satellites: readonly FrozenSatellite[],
): Pieces<LoadedWindow> {
  const { startUs, epochCount } = header;
  const record = yield* writingWindow(core, { startUs, epochCount, satellites });
  if (record === undefined) {
    const [free, all] = [core.arena.freeBytes, core.memory.buffer.byteLength].map((bytes) =>
      Math.floor(bytes / 2 ** 20),
    );
    throw new UserError(
      `${header.id < 0 ? 'the window of a day' : `window ${header.id}`} with ${satellites.length} satellites does not fit into memory: ${free} MB of ${all} MB, SERIES_CACHE_MB and WINDOWS_MB together, are free; give WINDOWS_MB 4 MB for every 1000 satellites, and 200 MB`,
    );
  }
  const byNumber = new Map<number, ListedSatellite>();
  const listed = Array.from<ListedSatellite>({ length: satellites.length });
  for (const [i, { noradNumber, bands, name = '', elements }] of satellites.entries()) {
    const index = record.indexOf[i] as number;
    const { operator: known, orbitalClass } = describeSatellite(name, elements);
    const operator = known === 'Unknown' ? null : known;
    const elsetEpochUs = elements.epochUs;
    const orbit = { orbitalClass, perigeeKm: meanPerigeeKm(elements), elsetEpochUs };
    listed[index] = { noradNumber, index, bands, name, operator, ...orbit };
    byNumber.set(noradNumber, listed[index]);
    if (i % PIECE_SATELLITES === 0) yield;
  }
  return {
    ...header,
    startMs: header.startUs / 1000,
    record,
    satelliteCount: satellites.length,
    downlinks: orderDownlinks(satellites, record.indexOf),
    satellite: (norad) => byNumber.get(norad),
    satellites: listed,
    unload: () => record.free(),
  };
}

/** Orders the frequencies of satellites by their index in a window. */
function orderDownlinks(
  satellites: readonly { bands: number; downlinks?: readonly DownlinkRange[] }[],
  indexOf: Uint32Array,
): WindowDownlinks {
  const none: readonly DownlinkRange[] = [];
  const numbers = new Map<readonly DownlinkRange[], number>();
  const listOf = new Uint32Array(indexOf.length);
  const bandsOf = new Uint16Array(indexOf.length);
  for (const [i, { bands, downlinks = none }] of satellites.entries()) {
    const number = numbers.get(downlinks) ?? numbers.size;
    numbers.set(downlinks, number);
    const index = indexOf[i] as number;
    listOf[index] = number;
    bandsOf[index] = bands;
  }
  return { lists: [...numbers.keys()], listOf, bandsOf };
}

/**
 * Loads a window and the satellites that it froze from the database into the core's memory. It pauses every few
 * milliseconds, since this thread also answers all requests. It takes as long as it needs, even if a request waits for
 * the window.
 *
 * @throws UserError if the window does not fit, or is gone
 */
export function loadStoredWindow(knex: Knex, core: OwnedCore, record: AnalysisWindowRecord): Promise<LoadedWindow> {
  return withoutPatience(async () => {
    const { id, identity, startUs, epochCount, nside, minElevationDeg } = record;
    const header = { id, identity, startUs, epochCount, nside, minElevationDeg };
    const stored = await loadSatellites(knex, id);
    if (stored === undefined) throw new UserError(`window ${id} was deleted while it was loaded`);
    return loadFrozen(knex, core, header, stored);
  });
}

/** Loads frozen satellites as a window, with the names of today. @throws UserError if they do not fit */
export async function loadFrozen(
  knex: Knex,
  core: OwnedCore,
  header: WindowHeader,
  satellites: readonly StoredSatellite[],
): Promise<LoadedWindow> {
  const names = await readNames(knex);
  return inTurns(loadingStored(core, header, satellites, names));
}

function* loadingStored(
  core: OwnedCore,
  header: WindowHeader,
  stored: readonly StoredSatellite[],
  names: ReadonlyMap<number, string>,
): Pieces<LoadedWindow> {
  const lists = new Map<string, DownlinkRange[]>();
  const satellites: FrozenSatellite[] = [];
  for (const satellite of stored) {
    const downlinks = lists.get(satellite.downlinks) ?? decodeRanges(satellite.downlinks);
    lists.set(satellite.downlinks, downlinks);
    satellites.push({ ...satellite, downlinks, name: names.get(satellite.noradNumber) ?? '' });
    if (satellites.length % PIECE_SATELLITES === 0) yield;
  }
  return yield* loadingWindow(core, header, satellites);
}
