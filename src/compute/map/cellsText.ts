import type { OwnedCore } from '../../core/instance.js';
import { emptyText, MARGIN, newRoom, type SeriesText, textIn } from '../series/text.js';
import type { CellsResult } from '../thread/cells.js';

/** JSON array of cells. */
export type CellsText = Pick<SeriesText, 'entries' | 'wrap' | 'release'>;

/** Makes a writer that joins the texts of several tasks into one array of at most `mostEntries` entries. */
export function createCellsText({ bytes, layout }: OwnedCore, mostEntries: number) {
  let buffer: ReturnType<typeof newRoom> | undefined;
  let length = 0;

  const writer = {
    /** Number of entries so far. */
    entries: 0,
    /** Copies the text that a task has left in the output of its map block. */
    add({ entries: more, text, textBytes }: CellsResult, isLast: boolean): void {
      if (more === 0) return;
      buffer ??= newRoom(isLast ? textBytes : mostEntries * layout.CELL_ENTRY_BYTES);
      buffer.bytes.set(bytes.subarray(text, text + textBytes), MARGIN.head + length);
      writer.entries += more;
      length += textBytes;
    },
    text(): CellsText {
      if (buffer === undefined) return emptyText();
      const text = textIn(buffer, length, writer.entries);
      return { ...text, wrap: (head, tail) => text.wrap(`${head}[`, `]${tail}`) };
    },
  };
  return writer;
}
