import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.js';

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

/** Something that can be saved as a file. */
export interface Takeaway {
  title: string;
  /** Content of the file, in words. */
  hint: string;
  /** Undefined where there is nothing to save; the hint says why. */
  take: (() => void | Promise<void>) | undefined;
}

/** Button that shows what can be saved as files. */
export function TakeButton({ takeaways }: { takeaways: () => readonly Takeaway[] }) {
  const [shown, setShown] = useState<readonly Takeaway[]>();
  return (
    <>
      <button type="button" onClick={() => setShown(takeaways())}>
        Download
      </button>
      {shown && (
        <Dialog title="Download" onClose={() => setShown(undefined)}>
          <ul class="takeaways">
            {shown.map(({ title, hint, take }) => (
              <li key={title}>
                <button type="button" disabled={!take} onClick={() => void take?.()}>
                  {title}
                </button>
                <span class="hint">{hint}</span>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
