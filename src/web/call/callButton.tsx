import { useId, useState } from 'preact/hooks';
import { BASE_PATH } from '../../spec.js';
import { CopyButton } from '../components/buttons.js';
import { Dialog } from '../components/dialog.js';
import { Link } from '../components/link.js';
import { type ApiCall, curlOf } from './calls.js';

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
  return (
    <>
      <button type="button" onClick={() => setShown(calls())}>
        API calls
      </button>
      {shown && (
        <Dialog title="The API calls behind this view" onClose={() => setShown(undefined)}>
          <p class="hint">
            Set <code>TOKEN</code> to a token from <Link href="/account">your account</Link>.{' '}
            <a href="/docs">Reference</a>
          </p>
          {shown.map((call) => (
            <Call key={call.title} title={call.title} text={curlOf(call, location.origin + BASE_PATH)} />
          ))}
        </Dialog>
      )}
    </>
  );
}
