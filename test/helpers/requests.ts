import { ensureRun } from '../../src/db/analysis/runs.js';
import { insertStation } from '../../src/db/analysis/stations.js';
import { track } from '../../src/db/analysis/tracked.js';
import type { Route } from '../../src/http/route.js';
import { type Api, BASE } from './server.js';

/** Ids of an account's resources, one of each kind. */
export interface Owned {
  tracked_satellite: number;
  ground_station: number;
  coverage_analysis_run: number;
}

/** Makes an account track a satellite, with a run in the window, and gives it a station; returns the ids. */
export async function ownedBy({ db: { knex }, analysis }: Api, accountId: number, norad: number): Promise<Owned> {
  const tracked = await track(knex, accountId, norad, null);
  const station = await insertStation(knex, { accountId, name: 'Berlin', latitudeDeg: 52.52, longitudeDeg: 13.405 });
  const run = await ensureRun(knex, analysis.current()?.id ?? 0, norad);
  return { tracked_satellite: tracked?.id ?? 0, ground_station: station.id, coverage_analysis_run: run.id };
}

/** Valid values of the parameters that are not ids. */
const VALID: Readonly<Record<string, string>> = {
  lat: '1',
  lon: '2',
  timestamp: '2025-12-06T08:05:00Z',
  start_time: '2025-12-06T08:05:00Z',
  end_time: '2025-12-06T08:06:00Z',
  epoch_index: '0',
  ipix: '0',
  nside: '64',
  page: '1',
  per_page: '10',
  search: 'zarya',
};

const NAMED = /:(\w+)/g;

/** Names of a route's parameters that are ids, each with the kind of resource that it identifies. */
export function idParameters({ path, query }: Route): [name: string, of: keyof Owned][] {
  const kinds: (keyof Owned)[] = ['tracked_satellite', 'ground_station', 'coverage_analysis_run'];
  const inPath = kinds.filter((kind) => path.startsWith(`/${kind}s/:id`)).map((kind) => ['id', kind] as const);
  const inQuery = kinds.filter((kind) => `${kind}_id` in query.shape).map((kind) => [`${kind}_id`, kind] as const);
  return [...inPath, ...inQuery].map(([name, kind]) => [name, kind]);
}

/** Names of a route's required query parameters. */
export function requiredParameters({ query }: Route): string[] {
  return Object.entries(query.shape).flatMap(([name, schema]) =>
    'safeParse' in schema && schema.safeParse(undefined).success ? [] : [name],
  );
}

/** Address of a request to a route with all required parameters; `values` replace or add to the valid defaults. */
export function requestOf(route: Route, owned: Owned, values: Readonly<Record<string, string>> = {}): string {
  const ids = Object.fromEntries(idParameters(route).map(([name, kind]) => [name, String(owned[kind])]));
  const valueOf = (name: string): string => {
    const value = values[name] ?? ids[name] ?? VALID[name];
    if (value === undefined) throw new Error(`no test knows a value of parameter ${name} of ${route.path}`);
    return encodeURIComponent(value);
  };
  const path = route.path.replaceAll(NAMED, (_all, name: string) => valueOf(name));
  const { either } = route;
  const group = either.find((names) => names.some((name) => name in values)) ?? either[0] ?? [];
  const inQuery = Object.keys(values).filter((name) => !route.path.includes(`:${name}`));
  const names = [...new Set([...requiredParameters(route), ...group, ...inQuery])];
  return `${BASE}${path}?${names.map((name) => `${encodeURIComponent(name)}=${valueOf(name)}`).join('&')}`;
}

/** Request options with a body that changes something, for PATCH routes; else none. */
export function bodyOf({ body, method }: Route): { body?: object } {
  return body && method === 'PATCH' ? { body: { name: 'Potsdam' } } : {};
}
