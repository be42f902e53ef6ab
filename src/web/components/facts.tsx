import type { ComponentChildren } from 'preact';

/** List of names and values. */
export function Facts({ class: look, of }: { class: string; of: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class={look}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
