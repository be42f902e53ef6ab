import { useId, useState } from 'preact/hooks';
import { BASE_PATH } from '../../spec.js';
import { CopyButton } from '../components/copyButton.js';
import { Dialog } from '../components/dialog.js';
import { followInPage } from '../route.js';
import { curlOf, pythonOf, type ApiCall } from './apiCall.js';

const LANGUAGES = [
  ['curl', curlOf],
  ['Python', pythonOf],
] as const;

function Call({ call }: { call: ApiCall }) {
  const id = useId();
  const [chosen, setChosen] = useState<'curl' | 'Python'>('curl');
  const write = LANGUAGES.find(([name]) => name === chosen)?.[1] ?? curlOf;
  const text = write(call, location.origin + BASE_PATH);
  return (
    <section aria-labelledby={id}>
      <div class="split">
        <h3 id={id}>{call.title}</h3>
        <div class="choice" role="group" aria-label="Language">
          {LANGUAGES.map(([name]) => (
            <button type="button" aria-pressed={name === chosen} onClick={() => setChosen(name)}>
              {name}
            </button>
          ))}
        </div>
        <CopyButton text={text} />
      </div>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </section>
  );
}

/** Shows the calls of the API behind what the view shows. */
export function CallButton({ calls }: { calls: () => readonly ApiCall[] }) {
  const [shown, setShown] = useState<readonly ApiCall[]>();
  return (
    <>
      <button type="button" onClick={() => setShown(calls())}>
        API calls
      </button>
      {shown && (
        <Dialog title="The API calls behind this view" onClose={() => setShown(undefined)}>
          <p class="hint">
            Set <code>TOKEN</code> to a token from{' '}
            <a href="/account" onClick={followInPage}>
              your account
            </a>
            . <a href="/docs">Reference</a>
          </p>
          {shown.map((call) => (
            <Call key={call.title} call={call} />
          ))}
        </Dialog>
      )}
    </>
  );
}
