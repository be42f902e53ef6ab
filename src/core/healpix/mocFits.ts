const BLOCK_BYTES = 2880;
const CARD_BYTES = 80;
const LARGEST_ORDER = 29;

/** Bytes of a FITS file (FITS 4.0) with a table of NUNIQ numbers (MOC 2.0, section 4.3.1, as 1.1 has it too). */
export function fitsOf(uniq: BigUint64Array, order: number): Uint8Array {
  const primary = headerOf([
    ['SIMPLE', true],
    ['BITPIX', 8],
    ['NAXIS', 0],
    ['EXTEND', true],
  ]);
  const table = headerOf([
    ['XTENSION', 'BINTABLE'],
    ['BITPIX', 8],
    ['NAXIS', 2],
    ['NAXIS1', 8],
    ['NAXIS2', uniq.length],
    ['PCOUNT', 0],
    ['GCOUNT', 1],
    ['TFIELDS', 1],
    ['TTYPE1', 'UNIQ'],
    ['TFORM1', '1K'],
    ['MOCVERS', '2.0'],
    ['MOCDIM', 'SPACE'],
    ['PIXTYPE', 'HEALPIX'],
    ['ORDERING', 'NUNIQ'],
    ['COORDSYS', 'C'],
    ['MOCORD_S', order],
    ['MOCORDER', order],
  ]);
  const start = primary.length + table.length;
  const file = new Uint8Array(start + padded(8 * uniq.length));
  file.set(primary);
  file.set(table, primary.length);
  const view = new DataView(file.buffer);
  uniq.forEach((number, k) => view.setBigUint64(start + 8 * k, number));
  return file;
}

function padded(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}

function headerOf(cards: [name: string, value: string | number | boolean][]): Uint8Array {
  const lines = cards.map(([name, value]) => `${name.padEnd(8)}= ${valueText(value)}`.padEnd(CARD_BYTES));
  const text = [...lines, 'END'.padEnd(CARD_BYTES)].join('');
  return Uint8Array.from(text.padEnd(padded(text.length)), (character) => character.charCodeAt(0));
}

function valueText(value: string | number | boolean): string {
  if (typeof value === 'string') return `'${value.padEnd(8)}'`;
  return (typeof value === 'number' ? String(value) : value ? 'T' : 'F').padStart(20);
}

/** NUNIQ numbers of a FITS file's first table, or its ranges of order 29. @throws RangeError */
export function uniqOfFits(bytes: Uint8Array): { uniq: bigint[]; ranges?: BigUint64Array; order?: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let cards = cardsAt(bytes, at);
  if (cards.values.get('SIMPLE') !== 'T') throw new RangeError('the bytes are no FITS file: they begin without SIMPLE');
  while (cards.values.get('XTENSION') !== 'BINTABLE') {
    at = cards.end + padded(dataBytes(cards.values));
    if (at >= bytes.length) throw new RangeError('the FITS file has no table');
    cards = cardsAt(bytes, at);
  }
  const { values, end } = cards;
  const order = Number(values.get('MOCORD_S') ?? values.get('MOCORDER') ?? Number.NaN);
  const ordering = values.get('ORDERING') ?? '';
  const rows = Number(values.get('NAXIS2'));
  const rowBytes = Number(values.get('NAXIS1'));
  const form = values.get('TFORM1') ?? '';
  const width = /^1?K$/.test(form) ? 8 : /^1?J$/.test(form) ? 4 : 0;
  const isRange = ordering === 'RANGE' || ordering === 'RANGE29';
  if (!isRange && ordering !== 'NUNIQ') throw new RangeError(`ORDERING ${ordering}: NUNIQ or RANGE is needed`);
  if (width === 0 || rowBytes < width || (isRange && width !== 8)) {
    throw new RangeError(`TFORM1 ${form}: 1K, or 1J for NUNIQ, is needed`);
  }
  if (end + rows * rowBytes > bytes.length) throw new RangeError(`the FITS file ends before its ${rows} rows do`);
  const numbers = Array.from({ length: rows }, (_, k) =>
    width === 8 ? view.getBigUint64(end + k * rowBytes) : BigInt(view.getUint32(end + k * rowBytes)),
  );
  const known = order >= 0 && order <= LARGEST_ORDER ? { order } : {};
  return isRange ? { uniq: [], ranges: checkedRanges(numbers), ...known } : { uniq: numbers, ...known };
}

function dataBytes(values: ReadonlyMap<string, string>): number {
  const axes = Number(values.get('NAXIS') ?? 0);
  if (axes === 0) return 0;
  const number = (name: string, missing: number): number => Number(values.get(name) ?? missing);
  let size = 1;
  for (let k = 1; k <= axes; k++) size *= number(`NAXIS${k}`, 0);
  return (Math.abs(number('BITPIX', 8)) / 8) * number('GCOUNT', 1) * (number('PCOUNT', 0) + size);
}

/** Keywords with their values, strings without quotes, and where the data begins. */
function cardsAt(bytes: Uint8Array, from: number): { values: ReadonlyMap<string, string>; end: number } {
  const values = new Map<string, string>();
  for (let at = from; at + CARD_BYTES <= bytes.length; at += CARD_BYTES) {
    const card = String.fromCharCode(...bytes.subarray(at, at + CARD_BYTES));
    const name = card.slice(0, 8).trim();
    if (name === 'END') return { values, end: from + padded(at + CARD_BYTES - from) };
    const [, text, plain] = /^= *(?:'([^']*)'|([^/]*))/.exec(card.slice(8)) ?? [];
    if (text !== undefined || plain !== undefined) values.set(name, (text ?? plain ?? '').trim());
  }
  throw new RangeError('the bytes are no FITS file: a header has no END');
}

function checkedRanges(edges: readonly bigint[]): BigUint64Array {
  const wrong = edges.findIndex((edge, k) => edge > 12n * 4n ** 29n || (k > 0 && edge <= (edges[k - 1] as bigint)));
  if (edges.length % 2 === 0 && wrong === -1) return BigUint64Array.from(edges);
  throw new RangeError('the FITS file’s ranges are not ascending pairs of cells of order 29');
}
