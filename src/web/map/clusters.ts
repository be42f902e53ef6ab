import type { Place } from '../data/geodetic.js';
import { type Frame, type Point, pointOf } from './projection.js';

/** Station as the map shows it. */
export interface Pin extends Place {
  id: number;
  name: string;
  active: boolean;
}

/** Stations that share one symbol because their own symbols would overlap; usually a single station. */
export interface Cluster {
  /** Middle of the symbol. */
  at: Point;
  stations: readonly Pin[];
}

/** Distance between two symbols below which they overlap. */
const OVERLAP_PX = 14;

/** Radius of a cluster's disc. */
export function discRadiusPx({ stations: { length } }: Cluster): number {
  return 9 + 2 * Math.log10(length) + (length > 99 ? 3 : 0);
}

/**
 * Clusters of the stations in view: a station joins the first cluster whose symbol its own overlaps.
 *
 * @param apart id of the chosen station, which gets a symbol of its own, the last of the list
 */
export function clustersOf(frame: Frame, stations: readonly Pin[], apart?: number): Cluster[] {
  const seeds: { at: Point; sum: Point; stations: Pin[] }[] = [];
  let alone: Cluster | undefined;
  for (const station of stations) {
    const at = pointOf(frame, station);
    if (!at) continue;
    if (station.id === apart) {
      alone = { at, stations: [station] };
      continue;
    }
    const near = seeds.find(
      (seed) => Math.abs(seed.at.x - at.x) < OVERLAP_PX && Math.abs(seed.at.y - at.y) < OVERLAP_PX,
    );
    if (near) {
      near.stations.push(station);
      near.sum.x += at.x;
      near.sum.y += at.y;
    } else seeds.push({ at, sum: { ...at }, stations: [station] });
  }
  const clusters = seeds.map(({ sum, stations: of }) => ({
    at: { x: sum.x / of.length, y: sum.y / of.length },
    stations: of,
  }));
  return alone ? [...clusters, alone] : clusters;
}

/** Farthest distance from the middle of a station's symbol at which a click selects it. */
const SYMBOL_PX = 10;

/** Cluster whose symbol is at a point. */
export function clusterAt(clusters: readonly Cluster[], { x, y }: Point): Cluster | undefined {
  return clusters.findLast((cluster) => {
    const reach = cluster.stations.length > 1 ? discRadiusPx(cluster) + 2 : SYMBOL_PX;
    return Math.hypot(cluster.at.x - x, cluster.at.y - y) <= reach;
  });
}
