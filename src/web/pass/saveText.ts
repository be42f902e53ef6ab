/** Time in ms after which the browser has surely read the text that it saves. */
const READ_MS = 10_000;

/** Saves a text as a file on the user's machine. */
export function saveText(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}
