import { type Deflated, joinCrc32 } from '../../codec/gzip.js';
import type { OwnedCore } from '../../core/instance.js';
import { emptyText, MARGIN, newRoom, type SeriesText, textIn } from '../series/text.js';
import type { CellsResult } from '../thread/cells.js';

/** JSON array of cells. */
export type CellsText = Pick<SeriesText, 'entries' | 'encoding' | 'wrap' | 'release'>;

/** Joins the texts of several tasks into one array. */
interface CellsTextWriter {
  /** Number of entries so far. */
  readonly entries: number;
  /** Copies the text that a task has left in the output of its map block, or its DEFLATE. */
  add(output: number, result: CellsResult, isLast: boolean): void;
  text(): CellsText;
}

/** Fewest entries of a text that is compressed, about 1 KB: shorter texts are hardly worth it. */
const LEAST_DEFLATED = 12;

/** Makes a writer for a text of at most `mostEntries` entries. */
export function createCellsText({ bytes, layout }: OwnedCore, mostEntries: number): CellsTextWriter {
  let buffer: ReturnType<typeof newRoom> | undefined;
  let length = 0;
  let deflated: Deflated | undefined;

  const writer = {
    entries: 0,
    add(output: number, { entries: more, text, textBytes, deflatedBytes, crc32 }: CellsResult, isLast: boolean): void {
      if (more === 0) return;
      const isOnly = isLast && writer.entries === 0;
      const isDeflated = deflatedBytes > 0 && !(isOnly && more < LEAST_DEFLATED);
      const [from, size] = isDeflated ? [output + layout.CELL_DEFLATE_AT, deflatedBytes] : [text, textBytes];
      buffer ??= newRoom(isOnly ? size : mostEntries * layout.CELL_ENTRY_BYTES);
      buffer.bytes.set(bytes.subarray(from, from + size), MARGIN.head + length);
      if (isDeflated) deflated = joined(deflated, { crc32, textBytes });
      writer.entries += more;
      length += size;
    },
    text(): CellsText {
      if (buffer === undefined) return emptyText();
      const text = textIn(buffer, length, writer.entries, deflated);
      return { ...text, wrap: (head, tail) => text.wrap(`${head}[`, `]${tail}`) };
    },
  };
  return writer;
}

function joined(first: Deflated | undefined, second: Deflated): Deflated {
  if (first === undefined) return second;
  return {
    crc32: joinCrc32(first.crc32, second.crc32, second.textBytes),
    textBytes: first.textBytes + second.textBytes,
  };
}
