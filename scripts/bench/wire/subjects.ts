import { request as askHttp, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { formatTime } from '../../../src/http/schemas/instant.js';
import { BASE_PATH } from '../../../src/spec.js';
import type { Bare } from './bare.js';
import type { Child } from './child.js';
import type { Entry } from './entries.js';
import type { Service, Started } from './service.js';

/** Something that answers the same request over and over. */
export interface Subject {
  name: string;
  url: string;
  /** Header lines beside Host. */
  headers: Readonly<Record<string, string>>;
  /** Status of every answer; 200 where absent. */
  status?: number;
  /** Process that answers. */
  server: Pick<Child<{ cpuUs: () => number }>, 'call'>;
  /** Names of the subjects that its processor time is compared with. */
  peers?: readonly string[];
  /** Numbers of connections side by side, a measurement each; 1, 8 and 64 where absent. */
  connections?: readonly number[];
}

/** Names of peers. */
const BARE = 'its bytes by a bare Koa';
const WEEK_BARE = `week, ${BARE}`;
const WEEK_SAME = 'week, its bytes on the same route';
const OK_BARE = '{"ok":true} by a bare Koa';
const PLACE = 'lat=52.52&lon=13.405';
const SLOW = [1, 8];

interface Servers {
  service: Child<Service>;
  bare: Child<Bare>;
}

/** The answers that are measured, with the peers that they are compared with. */
export async function subjectsOf({ service, bare }: Servers, started: Started, startMs: number): Promise<Subject[]> {
  const {
    token,
    tracked: [leo = 0, geo = 0, gps = 0],
  } = started;
  const authorization = `Bearer ${token}`;
  const identity = { authorization, 'accept-encoding': 'identity' };
  const gzip = { authorization, 'accept-encoding': 'gzip' };
  const api = started.url + BASE_PATH;
  const weekPath = `/interference/timeseries?tracked_satellite_id=${leo}&${PLACE}`;
  const minute = formatTime(startMs + 100 * 60_000);
  const week = api + weekPath;
  const constant = started.constantUrl + BASE_PATH + weekPath;
  const plain = await answerOf(week, identity);
  const zipped = await answerOf(week, gzip);
  if (!gunzipSync(zipped.body).includes('"timeseries"')) throw new Error('the gzipped week is no week');
  const { timeseries } = dataOf(plain.body) as { timeseries: Entry[] };
  const values = Uint16Array.from(timeseries, ({ intensity }) => intensity);

  const runOf = async (tracked: number): Promise<number> => {
    const { body } = await answerOf(
      `${api}/interference/available_frequency_bands?tracked_satellite_id=${tracked}`,
      identity,
    );
    return (dataOf(body) as { coverage_analysis_run_id: number }).coverage_analysis_run_id;
  };
  const cellsOf = async (tracked: number): Promise<string> =>
    `${api}/coverage_analysis_runs/${await runOf(tracked)}/interference_cells`;
  const cells = await cellsOf(gps);
  const page = (number: number): string => `${cells}?per_page=1000&page=${number}`;
  const { body: firstPage } = await answerOf(page(1), identity);
  const pages = (JSON.parse(firstPage.toString()) as { pagination: { total_pages: number } }).pagination.total_pages;

  const own = { server: service };
  const peer = { server: bare, headers: {} };
  const bytes = (body: Buffer, encoding?: 'gzip'): Promise<string> =>
    bare.call('serve', { bytes: body, ...(encoding && { encoding }) });
  const stations = `${api}/interference/all_ground_stations?tracked_satellite_id=${leo}`;
  const ok = [OK_BARE];
  return [
    { ...own, name: 'week', url: week, headers: identity, peers: [WEEK_BARE, WEEK_SAME] },
    { ...peer, name: WEEK_BARE, url: await bytes(plain.body) },
    { ...own, name: WEEK_SAME, url: constant, headers: identity, peers: [WEEK_BARE] },
    {
      ...own,
      name: 'week, gzip',
      url: week,
      headers: gzip,
      peers: [WEEK_BARE, WEEK_SAME, `week, gzip, ${BARE}`, 'week, gzip, its bytes on the same route'],
    },
    { ...peer, name: `week, gzip, ${BARE}`, url: await bytes(zipped.body, 'gzip') },
    { ...own, name: 'week, gzip, its bytes on the same route', url: constant, headers: gzip },
    {
      ...own,
      name: 'week, 304',
      url: week,
      headers: { ...identity, 'if-none-match': String(plain.headers.etag) },
      status: 304,
      peers: ok,
    },
    { ...own, name: 'me', url: `${api}/me`, headers: identity, peers: ok },
    {
      ...own,
      name: 'at_point',
      url: `${api}/interference/at_point?tracked_satellite_id=${leo}&${PLACE}&timestamp=${minute}`,
      headers: identity,
      peers: ok,
    },
    { ...peer, name: OK_BARE, url: await bare.call('serve', { object: { ok: true } }) },
    { ...own, name: 'by_epoch of a LEO', url: `${await cellsOf(leo)}/by_epoch/100`, headers: gzip, connections: SLOW },
    { ...own, name: 'by_epoch of a GPS', url: `${cells}/by_epoch/100`, headers: gzip, connections: SLOW },
    { ...own, name: 'by_epoch of a GEO', url: `${await cellsOf(geo)}/by_epoch/100`, headers: gzip, connections: SLOW },
    {
      ...own,
      name: 'by_epoch of a GEO, identity',
      url: `${await cellsOf(geo)}/by_epoch/100`,
      headers: identity,
      connections: SLOW,
    },
    { ...own, name: 'first page of a GPS run', url: page(1), headers: gzip, connections: SLOW },
    { ...own, name: 'last page of a GPS run', url: page(pages), headers: gzip, connections: SLOW },
    { ...own, name: 'all_ground_stations', url: stations, headers: identity, connections: SLOW },
    { ...own, name: 'all_ground_stations, gzip', url: stations, headers: gzip, connections: SLOW },
    {
      ...peer,
      name: 'week, JSON.stringify of its objects',
      url: await bare.call('serve', { object: { data: { timeseries } } }),
      peers: [WEEK_BARE],
      connections: SLOW,
    },
    {
      ...peer,
      name: 'week, objects made of its numbers',
      url: await bare.call('serve', { startMs, values }),
      peers: [WEEK_BARE],
      connections: SLOW,
    },
    {
      ...own,
      headers: {},
      name: 'week, rows of a table',
      url: await service.call('startRows', { startMs, values }),
      peers: [WEEK_BARE],
      connections: SLOW,
    },
  ];
}

interface Answer extends Pick<IncomingMessage, 'headers'> {
  /** Body as it was sent. */
  body: Buffer;
}

async function answerOf(url: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const asked = askHttp(url, { headers }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${body.toString()}`);
  return { headers: response.headers, body };
}

function dataOf(body: Buffer): object {
  return (JSON.parse(body.toString()) as { data: object }).data;
}
