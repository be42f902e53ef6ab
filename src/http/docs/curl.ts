import type { JsonSchema } from '../openapi/schemas.js';

interface Asked {
  method: string;
  path: string;
  parameters: readonly JsonSchema[];
  needsToken: boolean;
  body: unknown;
  /** Body of the call that creates the thing which this call changes or deletes. */
  bodyOfMaker?: unknown;
}

const TOKEN = '-H "Authorization: Bearer $TOKEN"';
const JSON_TYPE = "-H 'Content-Type: application/json'";
const CREDENTIALS = String.raw`-d "{\"email\": \"$EMAIL\", \"password\": \"$PASSWORD\"}"`;

/** Shell filter that prints the number in the first field called `name`; no digit may stand before it in the answer. */
const numberOf = (name: string): string => String.raw`sed -E 's/^[^0-9]*"${name}":([0-9]+).*/\1/'`;

/** Shell lines that set the variables of all examples: address, credentials, ids of the reader's account, and times. */
export function preludeFor(base: string): string {
  const list = (path: string): string => `$(curl -s "$BASE${path}" ${TOKEN} |\n  ${numberOf('id')})`;
  return [
    `BASE=${base}`,
    'EMAIL=${EMAIL:-you@example.com} PASSWORD=${PASSWORD:-…} TOKEN=${TOKEN:-sl_…}',
    '',
    `SATELLITE=${list('/tracked_satellites')}`,
    `STATION=${list('/ground_stations')}`,
    `RUN=$(curl -s "$BASE/interference/available_frequency_bands?tracked_satellite_id=$SATELLITE" ${TOKEN} |`,
    String.raw`  sed -E 's/.*"coverage_analysis_run_id":([0-9]+).*/\1/')`,
    'NOW=$(date -u +%Y-%m-%dT%H:%M:00Z) FROM=$(date -u +%Y-%m-%dT%H:00:00Z) TO=$(date -u +%Y-%m-%dT%H:20:00Z)',
  ].join('\n');
}

/** Shell variables that stand for parameters whose values are the reader's own. */
const VARIABLES: Readonly<Record<string, string>> = {
  tracked_satellite_id: '$SATELLITE',
  ground_station_id: '$STATION',
  timestamp: '$NOW',
  start_time: '$FROM',
  end_time: '$TO',
};
/** Shell variables that stand for the `id` in a path, by the segment before it. */
const IDS: Readonly<Record<string, string>> = {
  tracked_satellites: '$SATELLITE',
  ground_stations: '$STATION',
  coverage_analysis_runs: '$RUN',
};
/** Optional parameters that examples give: these keep the answer short, or replace other parameters. */
const SHORTENING = new Set(['start_time', 'end_time', 'per_page', 'ground_station_id']);
/** Paths answered 503 until the window is swept: curl retries as Retry-After says. */
const WAITING = /\/interference_cells$/;

/** Text in single quotes for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function lines(...parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join(' \\\n  ');
}

/** Command that leaves in NORAD the catalogue number of a satellite that the reader does not track. */
const FINDING = `NORAD=$(curl -s "$BASE/satellites?search=a" ${TOKEN} |\n  ${String.raw`sed -E 's/.*"norad_number":([0-9]+)[^{}]*"tracked_satellite_id":null.*/\1/'`})\n`;

/**
 * Commands that create something and leave its id in NEW, for a call that changes or deletes it, so that the reader's
 * own things stay. If the reader tracks a satellite already, POST answers with the reader's own: FINDING takes another.
 */
function making(path: string, body: unknown): string {
  const isTracking = path === '/tracked_satellites';
  const sent = isTracking ? String.raw`"{\"norad_number\": $NORAD}"` : quoted(JSON.stringify(body));
  const call = lines(`NEW=$(curl -s "$BASE${path}"`, TOKEN, JSON_TYPE, `-d ${sent}`);
  return `${isTracking ? FINDING : ''}${call} |\n  ${numberOf('id')})\n`;
}

const SIGNING_IN = `NEW=$(curl -s "$BASE/auth" ${JSON_TYPE} \\\n  ${CREDENTIALS} |\n  ${String.raw`sed -E 's/.*"token":"([^"]+)".*/\1/'`})\n`;

/** Curl command of a request, for a shell in which the prelude has run. */
export function curlOf({ method, path, parameters, needsToken, body, bodyOfMaker }: Asked): string {
  const exampleIn = (name: string): string => {
    const example = parameters.find((parameter) => parameter['name'] === name)?.['example'];
    return VARIABLES[name] ?? encodeURIComponent(String(example));
  };
  const [, collection = ''] = path.split('/');
  const isMadeFirst = (method === 'delete' || method === 'patch') && bodyOfMaker !== undefined;
  const idOf = (name: string): string => (name === 'id' && IDS[collection]) || exampleIn(name);
  const target = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (isMadeFirst ? '$NEW' : idOf(name)));
  const query = parameters
    .filter(({ in: part, name, required }) => part === 'query' && (required === true || SHORTENING.has(String(name))))
    .map(({ name }) => `${String(name)}=${exampleIn(String(name))}`)
    .join('&');
  const url = `"$BASE${target}${query === '' ? '' : `?${query}`}"`;
  if (path === '/auth' && method === 'post') return lines(`curl -s ${url}`, JSON_TYPE, CREDENTIALS);
  if (path === '/auth') return SIGNING_IN + lines(`curl -s -X DELETE ${url}`, TOKEN.replace('$TOKEN', '$NEW'));
  const command = lines(
    `curl -s${method === 'get' ? '' : ` -X ${method.toUpperCase()}`}${WAITING.test(path) ? ' --fail --retry 20' : ''} ${url}`,
    needsToken && TOKEN,
    body !== undefined && JSON_TYPE,
    body !== undefined && `-d ${quoted(JSON.stringify(body))}`,
  );
  return isMadeFirst ? making(path.replace(/\/\{id\}$/, ''), bodyOfMaker) + command : command;
}
