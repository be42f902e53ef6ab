/** Call of the API as a script would make it. */
export interface ApiCall {
  title: string;
  /** Path below the base path. */
  path: string;
  query: Record<string, string | number | undefined>;
}

/** Text in single quotes for a shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Curl command of a call, for a shell in which TOKEN is set. */
export function curlOf({ path, query }: ApiCall, base: string): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const data = pairs.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`);
  return [
    'curl -sS --fail-with-body --compressed --max-time 60 --get',
    shellQuoted(base + path),
    '-H "Authorization: Bearer $TOKEN"',
    ...data,
  ].join(' \\\n  ');
}
