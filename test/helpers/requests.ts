import { ensureRun } from '../../src/db/analysis/runs.js';
import { insertStation } from '../../src/db/analysis/stations.js';
import { track } from '../../src/db/analysis/tracked.js';
import type { Route } from '../../src/http/route.js';
import { type Api, BASE, ISS } from './server.js';

/** Ids of an account's resources, one of each kind. */
export interface Owned {
  tracked_satellite: number;
  ground_station: number;
  coverage_analysis_run: number;
}

type Query = Readonly<Record<string, string | number | boolean>>;

/** Path of a question about the Enterprise account's ISS, unless the query names another satellite. */
export function questionPath({ enterprise: { tracked } }: Api, endpoint: string, query: Query = {}): string {
  const values = Object.entries({ tracked_satellite_id: tracked[ISS] ?? 0, ...query });
  const pairs = values.map(([name, value]): [string, string] => [name, String(value)]);
  return `${BASE}/interference/${endpoint}?${new URLSearchParams(pairs).toString()}`;
}

/**
 * Returns a function that asks an endpoint of interference as the Enterprise account, about its ISS or another of its
 * satellites. The query, as text or as an object, is added to `common`, and replaces equal names there.
 */
export function asker(api: Api, endpoint: string, common: Query = {}) {
  const { token, tracked } = api.enterprise;
  return (query: Query | string = {}, norad = ISS, headers: Record<string, string> = {}) => {
    const given = typeof query === 'string' ? Object.fromEntries(new URLSearchParams(query)) : query;
    const asked = { tracked_satellite_id: tracked[norad] ?? 0, ...common, ...given };
    return api.call(questionPath(api, endpoint, asked), { token, headers });
  };
}

/** Gives the Enterprise account a station in Berlin, with more fields or others; returns its id. */
export async function stationIn({ db: { knex }, enterprise: { accountId } }: Api, more: object = {}): Promise<number> {
  const berlin = { accountId, name: 'Berlin', latitudeDeg: 52.52, longitudeDeg: 13.405 };
  return (await insertStation(knex, { ...berlin, ...more })).id;
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
