import type { Answer, Question, Side } from './ask.js';

/**
 * Patterns of text that differs between any two answers to one question, even from one build, and their replacements.
 */
const PASSING: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/"request_id":"[^"]*"/g, '"request_id":"*"'],
  [/("meta":\{[^{}]*"timestamp":")[^"]*/g, '$1*'],
  [/"(created_at|last_used_at|expires_at|taken_at|tracked_since)":"[^"]*"/g, '"$1":"*"'],
  [/sl_[\w-]{20,}/g, 'sl_*'],
  [/retry after \d+ s/g, 'retry after * s'],
  [/"retry_after":\d+/g, '"retry_after":*'],
  // The sweep sets a run to running at any time, so both statuses count as one.
  [/"status":"(?:pending|running)"/g, '"status":"pending"'],
  // Names of the page's files end with a hash of their content, and each build may divide its scripts into other parts.
  [/ *<link rel="modulepreload"[^>]*>\n/g, ''],
  [/\/assets\/([a-z]+)-[0-9A-Z]{8}\./g, '/assets/$1-*.'],
];

/** Headers whose values differ between any two answers; only their presence is compared. */
const PASSING_HEADERS = ['date', 'x-request-id', 'etag', 'x-ratelimit-reset', 'retry-after', 'x-analysis-window'];
/** Lines of such headers, in answers that are read as bytes from the socket. */
const RAW_HEADER = new RegExp(`^(${PASSING_HEADERS.join('|')}): .*$`, 'gim');

/**
 * Parts of an answer in which two builds must agree: status, headers and body, with times, random ids and tokens
 * replaced.
 */
export function lasting(question: Question, { status, headers, body }: Answer, side: Side): Record<string, string> {
  const told: Record<string, string> = { status: String(status) };
  for (const [name, value] of Object.entries(headers)) {
    told[name] = PASSING_HEADERS.includes(name) ? '*' : withoutAddress(value, side);
  }
  if (told['set-cookie'] !== undefined) told['set-cookie'] = told['set-cookie'].replaceAll(/=[\w-]{20,}/g, '=*');
  // The minute over which calls are counted begins at another moment in each build.
  if (/w=60\b/.test(headers['ratelimit-policy'] ?? '') && question.as !== 'poor') told['x-ratelimit-remaining'] = '*';
  // Lengths may differ: builds may compress differently, the seconds to wait have one or two digits, and each build has
  // page files of its own.
  if (headers['content-encoding'] !== undefined || status === 429) told['content-length'] = '*';
  const isOfBuild = question.path.startsWith('/assets/') || body.includes('<div id="page">');
  if (isOfBuild || (question.method === 'HEAD' && question.path === '/')) told['content-length'] = '*';
  told['body'] = bodyOf(question, body, side);
  return told;
}

function bodyOf({ path, raw }: Question, body: Buffer, side: Side): string {
  if (path.startsWith('/assets/')) return body.length === 0 ? '' : 'content of the build';
  // latin1 keeps every byte, so binary bodies can be compared like texts.
  const whole = withoutAddress(body.toString('latin1'), side);
  let text = path === '/openapi.json' && whole !== '' ? sorted(whole) : whole;
  for (const [pattern, instead] of PASSING) text = text.replaceAll(pattern, instead);
  if (raw !== undefined) text = text.replaceAll(RAW_HEADER, '$1: *');
  return text;
}

/** JSON with sorted fields: two documents that differ only in the order of fields are equal. */
function sorted(json: string): string {
  return JSON.stringify(JSON.parse(json), (_name, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function withoutAddress(text: string, { url }: Side): string {
  return text.replaceAll(new URL(url).host, 'server');
}

/** Describes the first difference of two texts, with the characters around it. */
export function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 100));
  return `from character ${at} on\n      base ${around(one)}\n      this ${around(other)}`;
}
