import { fileName } from './tables.js';

/** Types of the files that users save, by their endings. */
const TYPES = { csv: 'text/csv', ics: 'text/calendar' } as const;
/** Time in ms after which the browser has surely read the text that it saves. */
const READ_MS = 10_000;

/** Saves a text as a file on the user's machine. */
export function saveFile(words: readonly string[], ending: keyof typeof TYPES, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${TYPES[ending]};charset=utf-8` }));
  link.download = fileName(words, ending);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}
