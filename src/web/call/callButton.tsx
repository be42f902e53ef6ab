import { useId, useState } from 'preact/hooks';
import { BASE_PATH } from '../../spec.js';
import { ChoiceButtons, CopyButton } from '../components/buttons.js';
import { Dialog } from '../components/dialog.js';
import { followInPage } from '../route.js';
import { type ApiCall, curlOf, pythonOf } from './apiCall.js';

const WRITERS = { curl: curlOf, python: pythonOf } as const;
const LANGUAGES = [
  ['curl', 'curl'],
  ['python', 'Python'],
] as const;

function Call({ title, text }: { title: string; text: string }) {
  const id = useId();
  return (
    <div class="call">
      <div class="split">
        <h3 id={id}>{title}</h3>
        <CopyButton text={text} />
      </div>
      <pre tabIndex={0} aria-labelledby={id} role="region">
        <code>{text}</code>
      </pre>
    </div>
  );
}

/** Button that shows the API calls behind the view. */
export function CallButton({ calls }: { calls: () => readonly ApiCall[] }) {
  const [shown, setShown] = useState<readonly ApiCall[]>();
  const [language, setLanguage] = useState<keyof typeof WRITERS>('curl');
  const write = WRITERS[language];
  return (
    <>
      <button type="button" onClick={() => setShown(calls())}>
        API calls
      </button>
      {shown && (
        <Dialog title="The API calls behind this view" onClose={() => setShown(undefined)}>
          <div class="split">
            <p class="hint">
              Set <code>TOKEN</code> to a token from{' '}
              <a href="/account" onClick={followInPage}>
                your account
              </a>
              . <a href="/docs">Reference</a>
            </p>
            <ChoiceButtons label="Language" options={LANGUAGES} value={language} onChoose={setLanguage} />
          </div>
          {shown.map((call) => (
            <Call key={call.title} title={call.title} text={write(call, location.origin + BASE_PATH)} />
          ))}
        </Dialog>
      )}
    </>
  );
}
