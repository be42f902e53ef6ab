/** Address within the page: the path of a view, and its query. */
export interface Route {
  path: string;
  query: URLSearchParams;
}

/** Paths of views that links of earlier versions name; the workspace shows the same. */
const FORMER = new Set(['/map', '/place', '/week']);
/** Query parameters of those views, and their values, by what takes their place. */
const FORMER_VALUES: Record<string, Record<string, readonly [string, string]>> = {
  projection: { flat: ['stage', 'flat'] },
  shows: { sky: ['stage', 'sky'] },
  list: { clear: ['order', 'clear'] },
};

/** Address of the workspace that shows what an address of an earlier version showed; undefined for any other. */
export function successorOf({ path, query }: Route): string | undefined {
  if (!FORMER.has(path)) return undefined;
  const next = new URLSearchParams(query);
  for (const [name, values] of Object.entries(FORMER_VALUES)) {
    const [key, value] = values[query.get(name) ?? ''] ?? [];
    next.delete(name);
    if (key !== undefined && value !== undefined) next.set(key, value);
  }
  next.delete('zoom');
  return next.size === 0 ? '/' : `/?${next.toString()}`;
}
