import type { JsonSchema } from '../openapi/schemas.js';

interface Asked {
  method: string;
  path: string;
  parameters: readonly JsonSchema[];
  needsToken: boolean;
  body: unknown;
}

/** In single quotes for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A request with what it needs, for a shell in which BASE and TOKEN are set. */
export function curlOf({ method, path, parameters, needsToken, body }: Asked): string {
  const exampleIn = (name: string) =>
    encodeURIComponent(String(parameters.find((parameter) => parameter['name'] === name)?.['example']));
  const target = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => exampleIn(name));
  const query = parameters
    .filter((parameter) => parameter['in'] === 'query' && parameter['required'] === true)
    .map(({ name }) => `${String(name)}=${exampleIn(String(name))}`)
    .join('&');
  return [
    `curl -s${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$BASE${target}${query === '' ? '' : `?${query}`}"`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}
