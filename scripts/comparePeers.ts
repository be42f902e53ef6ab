/**
 * Compares whose HEALPix cells hold the points that they are said to hold, where that is hard: at poles, rims, meridians,
 * corners, at nside 1 to 2^29; and whose neighbours, discs and polygons have the cells that looking at every cell finds,
 * at nside 1 to 16.
 *
 *   tsx scripts/comparePeers.ts [--peers FOLDER] [--install]
 *
 * Peers that are not in FOLDER (a temporary one by default) are left out; --install puts them there by npm. healpy and
 * astropy-healpix are asked where a python3 has them. Cells are judged by integers of 256 binary places; within 2e-15 nside
 * cells of an edge those on both sides are right. Exit code 1 when one of ours is wrong.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCore, type Scheme } from '../src/core/index.js';
import { pythonWith } from './bench/python.js';
import { askCore, type Asked, askHealpixJs, askHscmap, askPython } from './comparePeers/answers.js';
import { holds, type InPlane, inPlane } from './comparePeers/exact.js';
import { placesOf } from './comparePeers/places.js';
import { regionsOfCore, regionsOfHealpixJs, regionsOfHscmap, regionsOfPython } from './comparePeers/regionAnswers.js';
import { judgeRegions, shownOf } from './comparePeers/regions.js';
import { cellOf, printTable, type Table } from './comparePeers/table.js';
import { installPeers, loadPeers } from './measureCore/peers.js';

const { values } = parseArgs({
  options: {
    peers: { type: 'string', default: join(tmpdir(), 'sidelobe-peers') },
    install: { type: 'boolean', default: false },
  },
});
mkdirSync(values.peers, { recursive: true });
if (values.install) installPeers(values.peers, undefined);
const { hscmap, healpixJs } = await loadPeers(values.peers);
const [healpy, astropy] = [pythonWith('healpy', 'numpy'), pythonWith('astropy_healpix', 'numpy')];
const core = await createCore();
const asked: Asked = {
  ...askCore(core),
  ...(healpy !== undefined && askPython(healpy, 'healpy')),
  ...(astropy !== undefined && askPython(astropy, 'astropy-healpix')),
  ...(hscmap !== undefined && askHscmap(hscmap)),
  ...(healpixJs !== undefined && askHealpixJs(healpixJs)),
};

/** Beyond it some programs are wrong everywhere. */
const SMALL = 512;

/** Number of cells asked for, and of those that are wrong. */
interface Counted {
  wrong: number;
  of: number;
}
const byKind: Table<Counted> = new Map();
const bySize: Table<Counted> = new Map();
const ofItself: Table<Counted> = new Map();

function count(table: Table<Counted>, row: string, who: string, isWrong: boolean): void {
  const cell = cellOf(table, row, who, () => ({ wrong: 0, of: 0 }));
  cell.of++;
  if (isWrong) cell.wrong++;
}

for (const nside of [1, 2, 16, 512, 2 ** 20, 2 ** 29]) {
  const size = `nside ${nside > 512 ? `2^${Math.log2(nside)}` : nside}`;
  const kinds = Object.entries(placesOf(nside)).flatMap(([kind, places]) => places.map((place) => ({ kind, place })));
  const places = kinds.map(({ place }) => place);
  const points = places.map(([theta, phi]) => inPlane(theta, phi));
  for (const [who, ask] of Object.entries(asked)) {
    const { nested, ring, turned, back } = ask(nside, places);
    kinds.forEach(({ kind, place }, i) => {
      const wrong = (scheme: Scheme, cell: bigint | undefined): boolean =>
        cell === undefined || !holds(nside, scheme, cell, points[i] as InPlane);
      const judged = [wrong('nested', nested[i]), ...(ring === undefined ? [] : [wrong('ring', ring[i])])];
      for (const isWrong of judged) {
        if (nside <= SMALL) count(byKind, kind, who, isWrong);
        count(bySize, size, who, isWrong);
      }
      if (who === 'Sidelobe' && judged.includes(true)) {
        process.stderr.write(`${size}, ${String(place)}: ${nested[i]}, ${ring?.[i]}\n`);
      }
      count(ofItself, `${size}: the centre of a cell is in it`, who, nested[i] === undefined || back[i] !== nested[i]);
      if (ring === undefined) return;
      count(ofItself, `${size}: toRing(nested(p)) = ring(p)`, who, ring[i] === undefined || turned?.[i] !== ring[i]);
    });
  }
}

for (const [title, table] of [
  [`cells that do not hold their point, to nside ${SMALL}`, byKind],
  ['the same by nside', bySize],
  ['cells that it contradicts', ofItself],
] as const) {
  printTable(title, Object.keys(asked), table, ({ wrong, of }) => `${wrong} of ${of}`);
}
const regions = judgeRegions(core, {
  ...regionsOfCore(core),
  ...(healpy !== undefined && regionsOfPython(healpy, 'healpy')),
  ...(astropy !== undefined && regionsOfPython(astropy, 'astropy-healpix')),
  ...(hscmap !== undefined && regionsOfHscmap(hscmap)),
  ...(healpixJs !== undefined && regionsOfHealpixJs(healpixJs)),
});
printTable('cells missing, and too many', Object.keys(asked), regions, shownOf);
const own = (table: Table<Counted>): number[] => [...table.values()].map((cells) => cells.get('Sidelobe')?.wrong ?? 0);
const ownRegions = [...regions.values()].flatMap((cells) => cells.get('Sidelobe') ?? []);
const failures = [...own(bySize), ...own(ofItself), ...ownRegions.map(({ missing, more }) => missing + more)];
process.exitCode = failures.every((wrong) => wrong === 0) ? 0 : 1;
