import fc from 'fast-check';
import {
  brokenBody,
  brokenText,
  idsOf,
  type Known,
  type Parameter,
  type Schema,
  validText,
  validValue,
} from './fuzzValues.js';
import { document, pointerOf } from './openapi.js';

/** A request of one operation, and whether the document allows it. */
export interface FuzzRequest {
  operation: string;
  method: string;
  /** Below the base path, with its query. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  isValid: boolean;
  withToken: boolean;
}

const MISUSES = ['parameter', 'missing', 'unknown', 'repeated', 'encoding', 'token', 'body', 'media type'] as const;

/** Requests of an operation: such as its document allows, or such as have exactly one thing wrong with them. */
export function requestsOf(path: string, method: string, known: Known, isValid: boolean): fc.Arbitrary<FuzzRequest> {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`the document has no ${method} ${path}`);
  const parameters = operation.parameters as unknown as Parameter[];
  const needsToken = operation.security === undefined;
  const schema = (operation.requestBody as { content: Record<string, { schema: Schema }> } | undefined)?.content[
    'application/json'
  ]?.schema;
  const pointer = pointerOf('paths', path, method, 'requestBody', 'content', 'application/json', 'schema');

  const texts = fc.tuple(
    ...parameters.map((parameter) => {
      const text = idsOf(path, parameter.name, method, known) ?? validText(parameter, known);
      return parameter.required ? text : fc.option(text, { nil: undefined });
    }),
  );
  const breakable = parameters.filter((parameter) => brokenText(parameter) !== undefined);
  const omissible = parameters.filter(({ in: place, required }) => required && place === 'query');
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  const possible: Record<(typeof MISUSES)[number], boolean> = {
    parameter: breakable.length > 0,
    missing: omissible.length > 0,
    unknown: true,
    repeated: inQuery.length > 0,
    encoding: inQuery.length > 0,
    token: needsToken,
    body: schema !== undefined,
    'media type': schema !== undefined,
  };
  const misuse = fc.constantFrom(...MISUSES.filter((one) => possible[one]));
  const success = known.bodies[operation.operationId];
  const anyBody = schema === undefined ? fc.constant(undefined) : validValue(schema);
  const validBody = success === undefined ? anyBody : fc.oneof(anyBody, fc.constant(success));
  const bodies = validBody.map((body) => (body === undefined ? undefined : JSON.stringify(body)));

  return fc.tuple(texts, bodies, isValid ? fc.constant(undefined) : misuse).chain(([values, body, wrong]) => {
    const given = new Map(parameters.map(({ name }, index) => [name, values[index]]));
    const base = { operation: operation.operationId, method: method.toUpperCase(), isValid };
    const build = (
      { more = '', ...rest }: Partial<FuzzRequest> & { more?: string } = {},
      changes: Readonly<Record<string, string | undefined>> = {},
    ): FuzzRequest => {
      const textOf = (name: string) => (name in changes ? changes[name] : given.get(name));
      const encoded = (name: string) => encodeURIComponent(textOf(name) ?? '');
      const pairs = inQuery.flatMap(({ name }) => (textOf(name) === undefined ? [] : [`${name}=${encoded(name)}`]));
      const query = [...pairs, ...(more === '' ? [] : [more])].join('&');
      return {
        ...base,
        target:
          path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encoded(name)) + (query === '' ? '' : `?${query}`),
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        body,
        withToken: needsToken,
        ...rest,
      };
    };
    const misuses: Record<(typeof MISUSES)[number], () => fc.Arbitrary<FuzzRequest>> = {
      parameter: () =>
        fc
          .constantFrom(...breakable)
          .chain((parameter) =>
            (brokenText(parameter) ?? fc.constant('')).map((text) => build({}, { [parameter.name]: text })),
          ),
      missing: () => fc.constantFrom(...omissible).map(({ name }) => build({}, { [name]: undefined })),
      unknown: () =>
        fc.constantFrom('x=1', '__proto__=1', 'constructor=', 'token=a', 'x%00=1').map((more) => build({ more })),
      repeated: () =>
        fc.constantFrom(...inQuery).map(({ name }) => build({ more: `${name}=1` }, { [name]: given.get(name) ?? '1' })),
      encoding: () =>
        fc
          .tuple(fc.constantFrom(...inQuery), fc.constantFrom('%', '%zz', '%ff', '%c3%28', '%ed%a0%80'))
          .map(([{ name }, text]) => build({ more: `${name}=${text}` }, { [name]: undefined })),
      token: () =>
        fc
          .constantFrom('', 'Bearer', 'Bearer x', 'Basic eDp5', `Bearer sl_${'a'.repeat(36)}`)
          .map((authorization) => build({ withToken: false, headers: authorization === '' ? {} : { authorization } })),
      body: () => brokenBody(validBody, schema ?? {}, pointer).map((text) => build({ body: text })),
      'media type': () =>
        fc
          .constantFrom('text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'json')
          .map((type) => build({ headers: { 'content-type': type } })),
    };
    return wrong === undefined ? fc.constant(build()) : misuses[wrong]();
  });
}
