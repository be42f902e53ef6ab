import { useEffect, useState } from 'preact/hooks';

/** Row of buttons, one per exclusive option. */
export function ChoiceButtons<T extends string>({
  label,
  options,
  value,
  onChoose,
}: {
  label: string;
  options: readonly (readonly [T, string])[];
  value: T;
  onChoose: (value: T) => void;
}) {
  return (
    <div class="choice" role="group" aria-label={label}>
      {options.map(([option, title]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChoose(option)}>
          {title}
        </button>
      ))}
    </div>
  );
}

const TOLD_MS = 2_500;

/** Button that copies a text. If the browser forbids that, the button asks the user to select the text and copy it. */
export function CopyButton({ text, label = 'Copy' }: { text: string | (() => string); label?: string }) {
  const [told, setTold] = useState<string>();
  useEffect(() => {
    if (told === undefined) return undefined;
    const timer = setTimeout(() => setTold(undefined), TOLD_MS);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = () => {
    const copied = navigator.clipboard?.writeText(typeof text === 'string' ? text : text());
    if (copied === undefined) setTold('Select and copy it by hand');
    else
      copied.then(
        () => setTold('Copied'),
        () => setTold('Select and copy it by hand'),
      );
  };
  return (
    <button type="button" class="copy" onClick={copy}>
      <span aria-live="polite">{told ?? label}</span>
    </button>
  );
}
