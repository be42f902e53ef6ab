import { createGzipStream, type Deflated } from '../codec/gzip.js';
import type { OwnedCore } from '../core/instance.js';
import { createTextBuffers } from '../memory/textBuffers.js';
import { MARGIN, type SeriesText, textIn } from './seriesText.js';
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

export function createCellsTexts({ bytes, layout }: OwnedCore): () => CellsTextWriter {
  const buffers = createTextBuffers(MARGIN.head + layout.CELL_TEXT_BYTES + MARGIN.tail);

  /** A text that one task has written is copied once, to where head and tail will be put around it. */
  const whole = (entries: number, from: Uint8Array, deflated: Deflated | undefined): CellsText => {
    const buffer = buffers.acquire(MARGIN.head + from.length + MARGIN.tail);
    buffer.bytes.set(from, MARGIN.head);
    const text = textIn(buffer, from.length, entries, deflated);
    return { ...text, wrap: (head, tail) => text.wrap(`${head}[`, `]${tail}`) };
  };

  return () => {
    const pieces: Uint8Array[] = [];
    const deflated: Deflated[] = [];
    let entries = 0;
    let only: CellsText | undefined;
    return {
      get entries() {
        return entries;
      },
      add(output, { entries: more, text, textBytes, deflatedBytes, crc32 }, isLast) {
        if (more === 0) return;
        const isOnly = isLast && entries === 0;
        const isDeflated = deflatedBytes > 0 && !(isOnly && more < LEAST_DEFLATED);
        const [from, length] = isDeflated ? [output + layout.CELL_DEFLATE_AT, deflatedBytes] : [text, textBytes];
        if (isDeflated) deflated.push({ crc32, textBytes });
        const piece = bytes.subarray(from, from + length);
        entries += more;
        if (isOnly) only = whole(entries, piece, deflated[0]);
        else pieces.push(piece.slice());
      },
      text: () => only ?? inPieces(entries, pieces, deflated),
    };
  };
}

/** Text of any number of pieces: either all are DEFLATE, or none is. */
function inPieces(entries: number, pieces: readonly Uint8Array[], deflated: readonly Deflated[]): CellsText {
  const release = (): void => undefined;
  if (deflated.length === 0) {
    const wrap = (head: string, tail: string): Buffer =>
      Buffer.concat([Buffer.from(`${head}[`), ...pieces, Buffer.from(`]${tail}`)]);
    return { entries, encoding: 'identity', wrap, release };
  }
  return {
    entries,
    encoding: 'gzip',
    wrap(head, tail) {
      const stream = createGzipStream();
      const before = stream.begin(`${head}[`);
      for (const blocks of deflated) stream.blocks(blocks);
      return Buffer.concat([before, ...pieces, stream.end(`]${tail}`)]);
    },
    release,
  };
}
