import fc from 'fast-check';
import { differences, document } from './openapi.js';
import { type FuzzRequest, requestsOf } from './fuzzRequests.js';
import type { Known } from './fuzzValues.js';

export interface FuzzTarget extends Known {
  /** Address of the API with its base path. */
  base: string;
  token: string;
  /** Tokens that may be revoked. */
  spareTokens: string[];
}

export interface FuzzResult {
  requests: number;
  /** Those of them that the document does not allow, by operation. */
  invalid: Map<string, number>;
  /** Answers by operation and status. */
  statuses: Map<string, Map<number, number>>;
  /** 5xx that no state of the service explains. */
  failures: string[];
  /** Answers of which the document does not say what they have. */
  undocumented: string[];
  /** Requests that the document does not allow, and that were not refused for it. */
  accepted: string[];
}

const CONCURRENT = 8;

/** Who asks, how often and how come before whether what is asked for exists: 404 has taken a wrong request for a right one. */
const REFUSALS = new Set([400, 401, 413, 415, 422, 429]);

/** Asks every operation of the document that many times (even), every other one wrongly, one operation after the other. */
export async function fuzz(target: FuzzTarget, cases: number, seed: number): Promise<FuzzResult> {
  const result: FuzzResult = {
    requests: 0,
    invalid: new Map(),
    statuses: new Map(),
    failures: [],
    undocumented: [],
    accepted: [],
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method })),
  );
  for (const [index, { path, method }] of operations.entries()) {
    const [right = [], wrong = []] = [true, false].map((isValid) =>
      fc.sample(requestsOf(path, method, target, isValid), { numRuns: cases / 2, seed: seed + index }),
    );
    const requests = right.flatMap((request, i) => [request, ...wrong.slice(i, i + 1)]).values();
    await Promise.all(
      Array.from({ length: CONCURRENT }, async () => {
        for (const request of requests) await send(target, request, result);
      }),
    );
  }
  return result;
}

async function send(target: FuzzTarget, request: FuzzRequest, result: FuzzResult): Promise<void> {
  const { method, isValid, body } = request;
  const number = result.requests++;
  // A sign-out that works is the end of its token; when all of them are spent it goes without.
  const token = isValid && request.operation === 'deleteAuth' ? target.spareTokens.pop() : target.token;
  const isAuthorized = request.withToken && token !== undefined;
  const authorized: Record<string, string> = isAuthorized ? { authorization: `Bearer ${token}` } : {};
  // Each from an address of its own, behind a proxy: the limit of an address is not what is looked at.
  const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const response = await fetch(target.base + request.target, {
    method,
    headers: { 'x-forwarded-for': from, ...request.headers, ...authorized },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const { status, headers } = response;
  let json: unknown;
  try {
    json = text === '' ? undefined : JSON.parse(text);
  } catch {
    json = text;
  }
  if (!isValid) result.invalid.set(request.operation, (result.invalid.get(request.operation) ?? 0) + 1);
  const statuses = result.statuses.get(request.operation) ?? new Map<number, number>();
  result.statuses.set(request.operation, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  const shown = `${method} ${request.target} ${body ?? ''} (${isValid ? 'valid' : 'invalid'}): ${status} ${text.slice(0, 200)}`;
  const { pathname } = new URL(target.base);
  const undocumented = differences(method, pathname + request.target, { status, headers, json });
  if (undocumented.length > 0) result.undocumented.push(`${undocumented[0]}: ${shown}`);
  if (status >= 500 && !text.includes('"ANALYSIS_NOT_READY"')) result.failures.push(shown);
  if (!isValid && !REFUSALS.has(status)) result.accepted.push(shown);
}
