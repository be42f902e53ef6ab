import { joinCrc32 } from '../codec/crc32.js';
import type { Deflated } from '../codec/gzip.js';
import type { OwnedCore } from '../core/instance.js';
import { createTextBuffers, type TextBuffer } from '../memory/textBuffers.js';
import { emptyText, MARGIN, type SeriesText, textIn } from './seriesText.js';
import type { CellsResult } from './thread/cells.js';

/** JSON array of cells, in memory that is used again when it is released. */
export type CellsText = Pick<SeriesText, 'entries' | 'encoding' | 'wrap' | 'release'>;

/** Puts an array together out of what tasks have written, one after the other. */
interface CellsTextWriter {
  /** Number of entries so far. */
  readonly entries: number;
  /** Copies what a task has left in the output of its block. */
  add(output: number, result: CellsResult, isLast: boolean): void;
  text(): CellsText;
}

/** Entries from which on a text has a KB: a shorter one is hardly worth compressing. */
const LEAST_DEFLATED = 12;

/** Makes writers of texts of so many entries at most. */
export function createCellsTexts({ bytes, layout }: OwnedCore): (mostEntries: number) => CellsTextWriter {
  const buffers = createTextBuffers(MARGIN.head + layout.CELL_TEXT_BYTES + MARGIN.tail);

  return (mostEntries) => {
    let buffer: TextBuffer | undefined;
    let length = 0;
    let deflated: Deflated | undefined;

    /** Room for the only piece, or for all that may come: the system backs what is written to. */
    const roomFor = (only: number | undefined): TextBuffer => {
      const most = only ?? mostEntries * layout.CELL_ENTRY_BYTES;
      const size = MARGIN.head + most + MARGIN.tail;
      return only === undefined
        ? { bytes: Buffer.allocUnsafeSlow(size), release: () => undefined }
        : buffers.acquire(size);
    };

    const writer = {
      entries: 0,
      add(
        output: number,
        { entries: more, text, textBytes, deflatedBytes, crc32 }: CellsResult,
        isLast: boolean,
      ): void {
        if (more === 0) return;
        const isOnly = isLast && writer.entries === 0;
        const isDeflated = deflatedBytes > 0 && !(isOnly && more < LEAST_DEFLATED);
        const [from, size] = isDeflated ? [output + layout.CELL_DEFLATE_AT, deflatedBytes] : [text, textBytes];
        buffer ??= roomFor(isOnly ? size : undefined);
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
  };
}

function joined(first: Deflated | undefined, second: Deflated): Deflated {
  if (first === undefined) return second;
  return {
    crc32: joinCrc32(first.crc32, second.crc32, second.textBytes),
    textBytes: first.textBytes + second.textBytes,
  };
}
