/** Call of the API as a script would make it. */
export interface ApiCall {
  title: string;
  /** Path below the base path. */
  path: string;
  query: Record<string, string | number | undefined>;
  /** False for coverage analysis, whose answers are not wrapped in `data`. */
  enveloped: boolean;
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

/** Python script of a call: standard library only, TOKEN from the environment. */
export function pythonOf({ path, query, enveloped }: ApiCall, base: string): string {
  const pairs = pairsOf(query).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  const address = JSON.stringify(base + path);
  return `import json
import os
import urllib.parse
import urllib.request

query = {
${pairs.join('')}}
request = urllib.request.Request(
    ${address} + "?" + urllib.parse.urlencode(query),
    headers={"Authorization": "Bearer " + os.environ["TOKEN"]},
)
with urllib.request.urlopen(request, timeout=60) as response:
    answer = json.load(response)${enveloped ? '["data"]' : ''}
print(json.dumps(answer, indent=2))
`;
}
