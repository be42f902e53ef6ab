import type { NewTokenJson } from '../../http/schemas/session.js';
import { useState } from 'preact/hooks';
import { CopyButton } from '../components/copyButton.js';
import { Field } from '../components/field.js';
import { Problem } from '../components/problem.js';
import { useSubmit } from '../components/useSubmit.js';
import { createToken } from './tokens.js';

/** Form that makes a token and shows it, this once. */
export function NewTokenForm({ onCreated }: { onCreated: () => void }) {
  const [name, setName] = useState('');
  const [made, setMade] = useState<NewTokenJson>();
  const { submit, busy, error } = useSubmit(async () => {
    setMade(await createToken(name.trim()));
    setName('');
    onCreated();
  });
  return (
    <>
      <form class="row" onSubmit={submit}>
        <Field
          label="Name of a new token"
          placeholder="laptop, nightly job …"
          required
          value={name}
          onValue={setName}
        />
        <button type="submit" class="primary" disabled={busy || name.trim() === ''}>
          Create token
        </button>
      </form>
      {error && <Problem error={error} />}
      {made && (
        <div class="made" role="status">
          <p>
            <strong>{made.name}</strong> is ready. Copy it now: it is not shown again.
          </p>
          <div class="row">
            <code data-token>{made.token}</code>
            <CopyButton text={made.token} label="Copy token" />
            <button type="button" class="quiet" onClick={() => setMade(undefined)}>
              Done
            </button>
          </div>
        </div>
      )}
    </>
  );
}
