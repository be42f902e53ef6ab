interface SelectProps<T> {
  label: string;
  /** Whether the label is out of sight: screen readers and a tooltip still have it. */
  isBare?: boolean;
  class?: string;
  options: readonly (readonly [value: T, title: string])[];
  value: T;
  onChoose: (value: T) => void;
}

/** Labelled select, one option per value. */
export function Select<T>({ label, isBare = false, class: look = 'inline', options, value, onChoose }: SelectProps<T>) {
  return (
    <label class={look} title={isBare ? label : undefined}>
      <span class={isBare ? 'hidden' : undefined}>{label}</span>
      <select
        value={options.findIndex(([one]) => one === value)}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen) onChoose(chosen[0]);
        }}
      >
        {options.map(([, title], index) => (
          <option key={title} value={index}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
