import type { OwnedCore } from '../../src/core/instance.js';
import { lookAround } from '../../src/core/looks.js';
import { writeWindow } from '../../src/core/records/windowRecord.js';
import { type ElementsRow, elementsOf } from './elementsRow.js';

/** Looks as scripts/goldens/looks.py writes them. */
export interface LookGolden {
  start: string;
  satellites: ElementsRow[];
  looks: [
    satellite: number,
    latDeg: number,
    lonDeg: number,
    heightM: number,
    seconds: number,
    azimuthDeg: number,
    elevationDeg: number,
    rangeKm: number,
    other: number,
    separationDeg: number,
  ][];
}

export interface LookComparison {
  compared: number;
  /** Largest differences: of the azimuth along its circle, and so on. */
  azimuthDeg: number;
  elevationDeg: number;
  rangeKm: number;
  separationDeg: number;
}

const WEEK = 10_080;
/** Everybody is looked at, wherever they stand. */
const ANYWHERE = { windowDeg: 90, stationDeg: -90 };

/** Puts our looks beside the reference's. */
export function compareLooks(core: OwnedCore, { start, satellites, looks }: LookGolden): LookComparison {
  const startUs = Date.parse(start) * 1000;
  const plan = satellites.map((row) => ({ elements: elementsOf(row), bands: 1, minElevationDeg: 0 }));
  const window = writeWindow(core, { startUs, epochCount: WEEK, satellites: plan });
  const other = core.arena.allocate(64);
  const bytes = core.layout.LOOK_QUERY_LOOKS + 2 * core.layout.LOOK_BYTES;
  const pointer = core.arena.allocate(bytes);
  if (window === undefined || other === undefined || pointer === undefined) throw new Error('no memory');
  const worst = { compared: 0, azimuthDeg: 0, elevationDeg: 0, rangeKm: 0, separationDeg: 0 };
  for (const [satellite, latDeg, lonDeg, heightM, seconds, azimuth, elevation, range, second, separation] of looks) {
    const tracked = window.indexOf[satellite] as number;
    core.view.setUint32(other, window.indexOf[second] as number, true);
    const place = { latDeg, lonDeg, heightKm: heightM / 1000 };
    const query = { window: window.pointer, tracked, tUs: startUs + 1e6 * seconds, others: other, otherCount: 1 };
    const found = lookAround(core, { ...query, minElevations: ANYWHERE }, place, { pointer, bytes });
    const [beside] = found?.others ?? [];
    if (found === undefined || beside === undefined) throw new Error(`no look at ${satellites[satellite]?.name}`);
    const turned = Math.abs(((found.tracked.azimuthDeg - azimuth + 540) % 360) - 180);
    const note = (key: keyof LookComparison, value: number): void => void (worst[key] = Math.max(worst[key], value));
    note('azimuthDeg', turned * Math.cos((elevation * Math.PI) / 180));
    note('elevationDeg', Math.abs(found.tracked.elevationDeg - elevation));
    note('rangeKm', Math.abs(found.tracked.rangeKm - range));
    note('separationDeg', Math.abs(beside.separationDeg - separation));
    worst.compared++;
  }
  window.free();
  return worst;
}
