/** Checks of arguments. `where` names the argument in messages, most of which tell its value and the allowed ones. */

const HIGHEST_SITE_KM = 100;
const ALL_BANDS = 0xffff_ffff;

/** Value as messages show it: a text in quotes, an object by its type. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return value.constructor.name;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Makes the error for an argument that does not fit: a RangeError for a number, a TypeError for anything else. */
export function unfit(where: string, value: unknown, needed: string): Error {
  const kind = typeof value === 'number' ? RangeError : TypeError;
  return new kind(`${where} ${shown(value)}: ${needed} is needed`);
}

/** Checks a number from `low` to `high`. @throws RangeError, or TypeError for anything but a number */
export function checkNumber(where: string, value: unknown, low: number, high: number): void {
  if (typeof value !== 'number' || !(value >= low && value <= high)) throw unfit(where, value, `${low} to ${high}`);
}

/** Checks a whole number from `low` to `high`. @throws RangeError, or TypeError for anything but a number */
export function checkWhole(where: string, value: unknown, low: number, high: number): void {
  if (Number.isInteger(value) && (value as number) >= low && (value as number) <= high) return;
  throw unfit(where, value, `a whole number from ${low} to ${high}`);
}

/** Returns a mask of bands if it is valid; all by default. @throws RangeError, or TypeError for any other type */
export function checkedBands(bands = ALL_BANDS, where = 'bands'): number {
  checkWhole(where, bands, 0, ALL_BANDS);
  return bands;
}

/** Checks that a value is one of the texts in `choices`. @throws RangeError */
export function checkChoice(where: string, value: unknown, choices: readonly string[]): void {
  if (choices.includes(value as string)) return;
  throw new RangeError(`${where} ${shown(value)}: ${choices.join(' or ')} is needed`);
}

/**
 * Checks that a value is an object, which `needed` describes in messages. An object without the field `name` must not
 * have a field that looks like it, such as `height` for `heightKm`. @throws TypeError, or RangeError for a number
 */
export function checkObject(where: string, value: unknown, needed: string, name?: string): void {
  if (typeof value !== 'object' || value === null) throw unfit(where, value, needed);
  if (name === undefined || name in value) return;
  const stem = name.replace(/(Deg|Km)$/, '').toLowerCase();
  const mistaken = Object.keys(value).find((key) => key.toLowerCase().startsWith(stem));
  if (mistaken !== undefined) throw new TypeError(`${where}.${mistaken} is unknown: there is ${name}`);
}

/** Returns options unless one of their names is unknown, perhaps misspelt. @throws TypeError or RangeError */
export function optionsOf<T extends object>(options: T, names: readonly (keyof T & string)[], where = 'options'): T {
  checkObject(where, options, 'an object');
  const unknown = Object.keys(options).find((name) => !names.includes(name as keyof T & string));
  if (unknown === undefined) return options;
  throw new TypeError(`${where}.${unknown} is unknown: there are ${names.join(', ')}`);
}

/**
 * Checks that the memory of an array was not transferred to another thread: no array can be made of such a buffer.
 * @throws TypeError
 */
export function checkAttached(where: string, { byteLength, buffer }: ArrayBufferView): void {
  try {
    if (byteLength === 0) new Uint8Array(buffer).at(0);
  } catch {
    throw new TypeError(`${where}: the array's memory was transferred to another thread`);
  }
}

/** Checks a list: a plain array or one of `types`; messages describe it by `needed`. @throws TypeError or RangeError */
export function checkList(
  where: string,
  list: unknown,
  types: readonly (new () => ArrayBufferView)[] = [],
  needed?: string,
): void {
  if (Array.isArray(list)) return;
  if (!types.some((type) => list instanceof type)) {
    throw unfit(where, list, needed ?? [...types.map(({ name }) => name), 'an array'].join(' or '));
  }
  checkAttached(where, list as ArrayBufferView);
}

/** Checks a site; its height is 0 if absent. @throws RangeError or TypeError */
export function checkedSite(site: { latDeg: number; lonDeg: number; heightKm?: number }) {
  checkObject('site', site, 'an object with latDeg and lonDeg', 'heightKm');
  const { latDeg, lonDeg, heightKm = 0 } = site;
  checkNumber('site.latDeg', latDeg, -90, 90);
  if (!Number.isFinite(lonDeg)) throw unfit('site.lonDeg', lonDeg, 'a finite number of degrees');
  checkNumber('site.heightKm', heightKm, -HIGHEST_SITE_KM, HIGHEST_SITE_KM);
  return { latDeg, lonDeg, heightKm };
}
