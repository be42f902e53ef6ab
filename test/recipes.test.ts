import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { readConfig } from '../src/config.js';
import { BASE_PATH, RISK_LEVELS } from '../src/spec.js';
import { describedRoutes } from '../src/http/routes/index.js';
import { trackSatellite } from '../src/http/routes/trackedSatellites.js';
import { temporaryDirectory } from './helpers/files.js';
import { keptLog } from './helpers/log.js';
import { has } from './helpers/programs.js';
import { anyInstallation } from './helpers/service.js';
import { type SmallService, startSmallService } from './helpers/smallService.js';

const recipes = readFileSync(new URL('../docs/recipes.md', import.meta.url), 'utf8');

function blocksOf(language: string): string[] {
  return [...recipes.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code);
}

/** Time-out of a program in milliseconds: if one hangs, the test still ends with a message. */
const PROGRAM_MS = 150_000;

const run = async (program: string, args: string[], cwd: string, env: Record<string, string>): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd,
    timeout: PROGRAM_MS,
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
};

/** Number of stations that the shell's recipes add. */
const SHELL_STATIONS = 2;

/** High limits, as polling for the end of the sweep takes many calls. */
const NO_LIMITS = { RATE_LIMIT_INTERFERENCE_PER_MINUTE: '100000', RATE_LIMIT_OTHER_PER_HOUR: '100000' };

function environment({ url, email, password }: SmallService): Record<string, string> {
  return { BASE: url + BASE_PATH, EMAIL: email, PASSWORD: password };
}

interface Cells {
  pagination: { current_page: number; total_pages: number };
  interference_cells: { epoch_index: number; ipix: number; value: number }[];
}

/** Time stamp for the ticket's recipe: an encounter's closest moment or, without encounters, a pass's highest. */
async function ticketTime({ url, token, tracked, stations }: SmallService): Promise<string> {
  const asked = `tracked_satellite_id=${tracked[0]}&ground_station_id=${stations[0]}`;
  const carrier = 'frequency_hz=2265000000&bandwidth_hz=5000000';
  const answer = await fetch(`${url}${BASE_PATH}/interference/encounters?${asked}&${carrier}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { passes } = ((await answer.json()) as { data: { passes: Met[] } }).data;
  const [met] = passes.flatMap(({ encounters }) => encounters);
  return met?.closest_time ?? passes[0]?.max_elevation_time ?? '';
}

interface Met {
  max_elevation_time: string;
  encounters: { closest_time: string }[];
}

async function runShell(t: ExecutionContext, api: SmallService, AT: string): Promise<void> {
  if (!has(t, 'curl')) return;
  const directory = temporaryDirectory(t);
  const blocks = blocksOf('sh');
  const weeksOfAnother = `SATELLITE=${api.tracked[1]}\n${blocks.find((block) => block.includes('week-$SATELLITE'))}`;
  const script = ['set -euo pipefail', ...[...blocks, weeksOfAnother].map((block) => `${block}\necho; echo ---`)];
  const out = await run('bash', ['-c', script.join('\n')], directory, { ...environment(api), AT });
  const [, , satellites = '', point = '', byOverlap = '', , stations = '', , batch = '', , changed = ''] =
    out.split('\n---\n');
  t.deepEqual(
    JSON.parse(satellites).data.tracked_satellites.map(({ id }: { id: number }) => id),
    api.tracked,
  );
  t.true(RISK_LEVELS.some(({ name }) => name === JSON.parse(point).data.risk_level));
  for (const answer of byOverlap.split(/(?<=\})(?=\{"data")/)) t.is(JSON.parse(answer).data.frequency_match, 'overlap');
  t.is(JSON.parse(stations).data.ground_stations.length, api.stations.length);
  const file = (name: string): string => readFileSync(join(directory, name), 'utf8');
  t.is(JSON.parse(file('week.json')).data.timeseries.length, 10_080);
  for (const page of [1, 2, 3]) {
    const { pagination, interference_cells: cells } = JSON.parse(file(`cells-${page}.json`)) as Cells;
    t.is(pagination.current_page, page);
    t.is(cells.length, 1000);
  }
  t.is(JSON.parse(batch).data.added, SHELL_STATIONS);
  const passes = JSON.parse(file('passes.json')).data.ground_stations as { passes: object[] }[];
  t.is(passes.length, api.stations.length + SHELL_STATIONS);
  t.true(passes.every((station) => station.passes.length > 0));
  t.is(changed.trim(), 'first 200\nagain 304');
  t.is(JSON.parse(file('quito.json')).data.data_points, 10_080);
  const weeks = readdirSync(directory).filter((name) => /^week-\d+-\d+\.json$/.test(name));
  t.is(weeks.length, 2 * (api.stations.length + SHELL_STATIONS));
  for (const week of weeks) t.is(JSON.parse(file(week)).data.timeseries.length, 10_080, week);
  const bookable = file('bookable.ndjson').trimEnd().split('\n');
  t.true(bookable.length > 1);
  for (const line of bookable) t.true(JSON.parse(line).clear_stretch.seconds >= 120);
  t.is(out.split('\n---\n').at(12)?.trim(), String(bookable.length));
  const { passes: up, suspects } = JSON.parse(file('ticket.json')).data as {
    passes: object[];
    suspects: { name: string }[];
  };
  t.is(up.length, 1);
  const named =
    out
      .split('\n---\n')
      .at(13)
      ?.trim()
      .split('\n')
      .filter((line) => line !== '') ?? [];
  t.is(named.length, suspects.length);
  t.true(named.every((line, i) => line.includes(` ${suspects[i]?.name} `)));
}

/** Runs the Python recipes on an account that already has `known` stations. */
async function runPython(t: ExecutionContext, api: SmallService, AT: string, known: number): Promise<void> {
  if (!has(t, 'python3')) return;
  const directory = temporaryDirectory(t);
  const [client = '', signIn = '', ...rest] = blocksOf('python');
  writeFileSync(join(directory, 'sidelobe.py'), client);
  const python = (code: string, env: Record<string, string>) =>
    run('python3', ['-c', code], directory, { ...environment(api), PYTHONDONTWRITEBYTECODE: '1', ...env });
  const token = (await python(signIn, {})).trim();
  t.regex(token, /^sl_\w{36}$/);
  const outputs: string[][] = [];
  for (const code of rest) outputs.push((await python(code, { TOKEN: token, AT })).trim().split('\n'));
  const [satellites, point, matches, week, stations, cells, batch, passes, changed, weeks, bookable, ticket] = outputs;
  t.is(satellites?.length, api.tracked.length);
  t.regex(point?.join() ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z \d+ (low|moderate|high|severe)$/);
  t.is(matches?.length, 3);
  t.true(matches?.every((line, i) => (i === 0 ? /^\d+ None$/ : /^\d+ \[\{.*'low_hz'/).test(line)));
  t.regex(week?.join() ?? '', /^10080 \d{4}-\d\d-\d\dT\d\d:\d\d:00Z \d+$/);
  t.is(stations?.length, api.tracked.length * known);
  t.is(cells?.length, 2500);
  t.true(cells?.every((line) => /^\d+ \d+ [1-9]\d*$/.test(line)));
  t.deepEqual(batch, ['1 added, 1 known']);
  t.true((passes?.length ?? 0) > known);
  t.true(passes?.every((line) => /^[^;]+; \d{4}-[^;]+Z; [\d.]+; (?:\d+|None)$/.test(line)));
  t.deepEqual(changed, ['200 10080', '304 10080']);
  t.is(weeks?.length, known + 1);
  const listed = bookable?.filter((line) => !line.startsWith(' ')) ?? [];
  t.is(listed.length, 10);
  t.true(listed.every((line) => / over .+ 20\S+Z 20\S+Z [\d.]+$/.test(line)));
  t.true(ticket?.every((line) => line === '' || / 20\S+Z 20\S+Z [\d.]+ \d+$/.test(line)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Commands that /docs shows: first those that all examples need, then the examples. */
async function commandsOfDocs(url: string): Promise<string[]> {
  const page = await (await fetch(`${url}/docs`)).text();
  return [...page.matchAll(/<pre class="sh"[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, text = '']) =>
    text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? ''),
  );
}

/** Tracked satellites and ground stations of the account, each as JSON text. */
async function ownedBy({ url, token }: SmallService): Promise<string[]> {
  const lists = ['tracked_satellites', 'ground_stations'].map(async (name) => {
    const answer = await fetch(`${url}${BASE_PATH}/${name}`, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await answer.json()) as { data: Record<string, object[]> };
    return data[name]?.map((one) => JSON.stringify(one)) ?? [];
  });
  return (await Promise.all(lists)).flat();
}

async function runDocs(t: ExecutionContext, api: SmallService): Promise<void> {
  if (!has(t, 'curl')) return;
  // The reader tracks the satellite that an example adds, too.
  await fetch(`${api.url}${BASE_PATH}/tracked_satellites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(trackSatellite.example.body),
  });
  const before = await ownedBy(api);
  const [prelude = '', ...examples] = await commandsOfDocs(api.url);
  t.true(prelude.startsWith(`BASE=${api.url}${BASE_PATH}\n`));
  t.is(examples.length, describedRoutes.length);
  const script = ['set -u', prelude, ...examples.map((example) => `${example}\necho; echo ---`)].join('\n');
  const { BASE: _base, ...who } = environment(api);
  const answers = (await run('bash', ['-c', script], temporaryDirectory(t), { ...who, TOKEN: api.token })).split(
    '\n---\n',
  );
  for (const [i, example] of examples.entries()) {
    const answered = JSON.parse(answers[i] ?? '') as object;
    t.false('error' in answered, `${example}\n${answers[i]}`);
  }
  const after = await ownedBy(api);
  t.deepEqual(
    before.filter((one) => !after.includes(one)),
    [],
  );
}

/** Both tests below share one service, which is swept already; the second test deletes only what it has made itself. */
const closing: (() => unknown)[] = [];
let started: Promise<SmallService> | undefined;

async function startOnce(): Promise<SmallService> {
  const teardown = (close: () => unknown): void => void closing.push(close);
  const config = readConfig({ ...(await anyInstallation({ teardown })), ...NO_LIMITS });
  const api = await startSmallService(config, keptLog().log);
  teardown(() => api.stop());
  await api.sweptRun();
  return api;
}

const theService = (): Promise<SmallService> => (started ??= startOnce());

test.after.always(async () => {
  for (const close of closing.toReversed()) await close();
});

test.serial(
  'every block runs as it stands: those of shell one after the other, those of Python each by itself',
  async (t) => {
    const api = await theService();
    const at = await ticketTime(api);
    await runShell(t, api, at);
    await runPython(t, api, at, api.stations.length + SHELL_STATIONS);
  },
);

test.serial('every example of /docs runs as printed, and leaves all that the reader has as it was', async (t) => {
  await runDocs(t, await theService());
});

/** Starts an API that refuses the first call with 429, and records the times of the calls. */
async function limited(t: ExecutionContext): Promise<{ base: string; askedMs: number[] }> {
  const askedMs: number[] = [];
  const server = createServer((_request, response) => {
    askedMs.push(performance.now());
    if (askedMs.length === 1) response.writeHead(429, { 'Retry-After': '2' }).end('{"retry_after":2}');
    else response.writeHead(200).end('{"data":{"tracked_satellites":[]}}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const address = server.address();
  return { base: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, askedMs };
}

test('both clients ask again where a limit was reached, and not before Retry-After', async (t) => {
  const clients = [
    {
      program: 'curl',
      ask: (base: string, directory: string) => {
        const ask = /^ask\(\) \{[\s\S]*?^\}/m.exec(blocksOf('sh')[1] ?? '')?.[0] ?? '';
        return run('bash', ['-c', `${ask}\nask /tracked_satellites`], directory, { BASE: base, TOKEN: 'x' });
      },
    },
    {
      program: 'python3',
      ask: (base: string, directory: string) => {
        writeFileSync(join(directory, 'sidelobe.py'), blocksOf('python')[0] ?? '');
        const code = 'import json, sidelobe; print(json.dumps(sidelobe.call("GET", "/tracked_satellites")))';
        return run('python3', ['-c', code], directory, { BASE: base });
      },
    },
  ];
  for (const { program, ask } of clients) {
    if (!has(t, program)) continue;
    const { base, askedMs } = await limited(t);
    t.deepEqual(JSON.parse(await ask(base, temporaryDirectory(t))), { data: { tracked_satellites: [] } });
    t.is(askedMs.length, 2, program);
    // The programs wait two seconds by their own clocks, which may differ from ours by milliseconds.
    t.true((askedMs[1] ?? 0) - (askedMs[0] ?? 0) > 1_900, program);
  }
});
