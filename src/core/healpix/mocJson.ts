import { orderOfUniq } from './mocUniq.js';

const LARGEST_ORDER = 29;
const MOC_TEXT = /^\s*\{\s*(?:"\d+"\s*:\s*\[[^[\]{}]*\]\s*(?:,\s*(?="))?)*\}\s*$/;
const ORDER_TEXT = /"(\d+)"\s*:\s*\[([^\]]*)\]/g;
const CELLS_TEXT = /^(?:(\d+)|"(\d+)-(\d+)")$/;

/** JSON text of NUNIQ numbers, each order's cells ascending. @param order listed even where it has no cells */
export function jsonOf(uniq: BigUint64Array, order: number): string {
  const cells = new Map<number, bigint[]>();
  for (const number of uniq) {
    const own = orderOfUniq(number) - 1;
    const list = cells.get(own) ?? [];
    list.push(number - 4n ** BigInt(own + 1));
    cells.set(own, list);
  }
  if (!cells.has(order)) cells.set(order, []);
  const orders = [...cells].sort(([a], [b]) => a - b);
  return `{${orders.map(([own, list]) => `"${own}":[${list.join(',')}]`).join(',')}}`;
}

/** NUNIQ numbers of JSON text: not by JSON.parse, which rounds numbers of order 25 and more. @throws RangeError */
export function uniqOfJson(text: string): { uniq: bigint[]; order: number } {
  if (!MOC_TEXT.test(text)) throw new RangeError('the text is no MOC in JSON, such as {"1":[0,2],"3":[500]}');
  const uniq: bigint[] = [];
  let finest = 0;
  for (const [, name = '', list = ''] of text.matchAll(ORDER_TEXT)) {
    const order = Number(name);
    if (order > LARGEST_ORDER) throw new RangeError(`order ${name} is not from 0 to ${LARGEST_ORDER}`);
    finest = Math.max(finest, order);
    const first = 4n ** BigInt(order + 1);
    for (const item of list.trim() === '' ? [] : list.split(',')) {
      const [, one, from = one, to = one] = CELLS_TEXT.exec(item.trim()) ?? [];
      if (from === undefined || to === undefined || BigInt(to) >= 3n * first || BigInt(from) > BigInt(to)) {
        throw new RangeError(`order ${name}: ${item.trim()} is not a cell from 0 to ${3n * first - 1n}`);
      }
      for (let cell = BigInt(from); cell <= BigInt(to); cell++) uniq.push(first + cell);
    }
  }
  return { uniq, order: finest };
}
