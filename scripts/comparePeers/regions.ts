import type { Core, Scheme } from '../../src/core/index.js';
import {
  slowCells,
  slowDisc,
  type SlowCell,
  slowlyCrossed,
  slowlyInside,
  vectorOf,
} from '../../test/core/healpix/slowRegions.js';
import { holds, inPlane } from './exact.js';
import type { RegionPeers } from './regionAnswers.js';
import { type Region, regionsOf } from './regionCases.js';
import { cellOf, type Table } from './table.js';

/** Cells that an answer lacks, that it has and should not, of how many; regions that were refused. */
export interface Judged {
  missing: number;
  more: number;
  of: number;
  refused: number;
}

/** Each cell of the sphere is looked at for each region. */
const NSIDES = [1, 2, 8];
const SCHEMES: Scheme[] = ['nested', 'ring'];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const inSphere = (lonDeg: number, latDeg: number) => inPlane(radians(90 - latDeg), radians(lonDeg));

/** Whether a region has the centre of each cell, and whether it touches the cell; undefined where a slow look cannot tell. */
function truthOf(nside: number, cells: SlowCell[], { lonDeg, latDeg, radiusDeg, vertices }: Region) {
  const middle = vectorOf(lonDeg, latDeg);
  const points = (vertices ?? [[lonDeg, latDeg] as const]).map((point) => inSphere(...point));
  const vectors = vertices?.map((vertex) => vectorOf(...vertex));
  return cells.map((cell, pix) => {
    const holdsPoint = points.some((point) => holds(nside, 'nested', BigInt(pix), point));
    if (vectors === undefined) return slowDisc(cell, middle, radians(radiusDeg), holdsPoint);
    const strict = slowlyInside(cell.centre, vectors, middle);
    return { strict, touched: strict || holdsPoint || slowlyCrossed(cell, vectors) };
  });
}

/** Cells that have a corner in common with each. */
function neighboursOf(cells: SlowCell[]): Set<number>[] {
  const byCorner = new Map<string, number[]>();
  cells.forEach(({ edges }, pix) => {
    for (const edge of edges) {
      const name = edge(0)
        .map((coordinate) => Math.round(coordinate * 1e9) + 0)
        .join(' ');
      byCorner.set(name, [...(byCorner.get(name) ?? []), pix]);
    }
  });
  const around = cells.map(() => new Set<number>());
  for (const met of byCorner.values()) {
    for (const a of met) for (const b of met) if (a !== b) around[a]?.add(b);
  }
  return around;
}

/** Neighbours, discs and polygons by each that has them, in both schemes, beside what looking at every cell tells. */
export function judgeRegions(core: Core, peers: RegionPeers): Table<Judged> {
  const table: Table<Judged> = new Map();
  for (const nside of NSIDES) {
    const cells = slowCells(nside);
    const rings = core.healpix(nside, 'ring', 'float64');
    const around = neighboursOf(cells);
    const kinds = Object.entries(regionsOf(nside));
    const cases = kinds.flatMap(([kind, regions]) =>
      regions.map((region) => ({ kind, region, truth: truthOf(nside, cells, region) })),
    );
    for (const [who, ask] of Object.entries(peers)) {
      const judge = (
        row: string,
        found: readonly number[] | undefined,
        truth: readonly (boolean | undefined)[],
      ): void => {
        const judged = cellOf(table, row, who, () => ({ missing: 0, more: 0, of: 0, refused: 0 }));
        if (found === undefined) judged.refused++;
        else count(judged, new Set(found), truth);
      };
      for (const scheme of SCHEMES) {
        const answers = ask(
          nside,
          scheme,
          cases.map(({ region }) => region),
        );
        const nested = (found: readonly number[] | undefined): readonly number[] | undefined =>
          scheme === 'nested' || found === undefined ? found : [...rings.toNested(found)];
        answers?.neighbours?.forEach((found, k) => {
          const [own = 0] = nested([k]) ?? [];
          const truth = cells.map((_, pix) => around[own]?.has(pix));
          judge('neighbours', nested(found.filter((pix) => pix >= 0)), truth);
        });
        cases.forEach(({ kind, truth }, k) => {
          const [strict, touched] = [truth.map((cell) => cell.strict), truth.map((cell) => cell.touched)];
          if (answers?.strict !== undefined) judge(`${kind}: centres`, nested(answers.strict[k]), strict);
          if (answers?.inclusive !== undefined) judge(`${kind}: touched`, nested(answers.inclusive[k]), touched);
        });
      }
    }
  }
  return table;
}

function count(judged: Judged, found: ReadonlySet<number>, truth: readonly (boolean | undefined)[]): void {
  truth.forEach((isIn, pix) => {
    if (isIn === undefined) return;
    if (isIn) judged.of++;
    if (isIn && !found.has(pix)) judged.missing++;
    if (!isIn && found.has(pix)) judged.more++;
  });
}

/** Figures of a row, short. */
export function shownOf({ missing, more, of, refused }: Judged): string {
  if (of === 0) return refused > 0 ? 'refused' : '';
  return `${missing}, ${more} of ${of}${refused > 0 ? `; ${refused} refused` : ''}`;
}
