/** Call of the API as a script would make it. */
export interface ApiCall {
  title: string;
  /** Path below the base path. */
  path: string;
  query: Record<string, string | number | undefined>;
}

type Pair = [string, string];

function pairsOf(query: ApiCall['query']): Pair[] {
  return Object.entries(query).flatMap(([name, value]): Pair[] => (value === undefined ? [] : [[name, String(value)]]));
}

/** Text in single quotes for a shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Curl command of a call, for a shell in which TOKEN is set. */
export function curlOf({ path, query }: ApiCall, base: string): string {
  const data = pairsOf(query).map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`);
  return [
    'curl -sS --fail-with-body --compressed --max-time 60 --get',
    shellQuoted(base + path),
    '-H "Authorization: Bearer $TOKEN"',
    ...data,
  ].join(' \\\n  ');
}
