import type { OwnedCore } from '../core/instance.js';
import { atOnce, type Pieces } from '../core/pieces.js';
import type { WindowSatellite } from '../core/windowOrder.js';
import { type WindowRecord, writingWindow } from '../core/windowRecord.js';
import { UserError } from '../errors.js';

/** What defines a window, as it was published. */
export interface WindowHeader {
  id: number;
  /** Random UUID: no other window has it, in no database. */
  identity: string;
  startUs: number;
  epochCount: number;
  nside: number;
  minElevationDeg: number;
}

/** A window in shared memory, open to queries. */
export interface LoadedWindow extends Readonly<WindowHeader> {
  readonly startMs: number;
  readonly record: WindowRecord;
  satellite(norad: number): { bands: number; index: number } | undefined;
  /** Catalogue number of each satellite by its place in the record. */
  numbersByIndex(): number[];
  readonly satelliteCount: number;
  unload(): void;
}

export interface FrozenSatellite extends WindowSatellite {
  noradNumber: number;
}

/** Loads the frozen satellites of a window into shared memory. */
export function loadWindow(
  core: OwnedCore,
  header: WindowHeader,
  satellites: readonly FrozenSatellite[],
): LoadedWindow {
  return atOnce(loadingWindow(core, header, satellites));
}

/** `loadWindow` in pieces of some milliseconds each. */
export function* loadingWindow(
  core: OwnedCore,
  header: WindowHeader,
  satellites: readonly FrozenSatellite[],
): Pieces<LoadedWindow> {
  const { startUs, epochCount } = header;
  const record = yield* writingWindow(core, { startUs, epochCount, satellites });
  if (record === undefined) {
    throw new UserError(
      `window ${header.id} with ${satellites.length} satellites does not fit into memory (${core.arena.freeBytes} bytes free beside the cell series)`,
    );
  }
  const byNumber = new Map(
    satellites.map((satellite, i) => [
      satellite.noradNumber,
      { bands: satellite.bands, index: record.indexOf[i] as number },
    ]),
  );
  return {
    ...header,
    startMs: header.startUs / 1000,
    record,
    satelliteCount: satellites.length,
    satellite: (norad) => byNumber.get(norad),
    numbersByIndex() {
      const numbers: number[] = [];
      for (const [norad, { index }] of byNumber) numbers[index] = norad;
      return numbers;
    },
    unload: () => {
      record.free();
    },
  };
}
