import { ask } from '../data/client.js';
import { type City, type CoarseWorld, readCoarse, readTiles, type Tile } from './world.js';

/** Addresses of the packed outlines and cities; the page's build puts them in. */
declare const WORLD_FILES: Record<Part, string>;

/** Parts of the earth that have been loaded; each is loaded when it is first wanted. */
export interface World {
  coarse: CoarseWorld | undefined;
  tiles: readonly Tile[] | undefined;
  cities: readonly City[] | undefined;
}

export type Part = keyof World;

const LOAD: Record<Part, (response: Response) => Promise<Partial<World>>> = {
  coarse: async (response) => ({ coarse: readCoarse(await response.arrayBuffer()) }),
  tiles: async (response) => ({ tiles: readTiles(await response.arrayBuffer()) }),
  cities: async (response) => {
    const rows = (await response.json()) as [string, number, number, number][];
    return { cities: rows.map(([name, latDeg, lonDeg, people]) => ({ name, latDeg, lonDeg, people })) };
  },
};

const held: World = { coarse: undefined, tiles: undefined, cities: undefined };
const underway = new Map<Part, Promise<void>>();

export function worldAtHand(): World {
  return { ...held };
}

async function load(part: Part): Promise<void> {
  Object.assign(held, await LOAD[part](await ask(WORLD_FILES[part])));
}

/**
 * Loads a part once for the page. If that fails, the map does without the part, and the next call requests it again.
 */
export function wantWorld(part: Part): Promise<void> {
  const asked = underway.get(part) ?? load(part);
  underway.set(part, asked);
  return asked.catch(() => void underway.delete(part));
}
