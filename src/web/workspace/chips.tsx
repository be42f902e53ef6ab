interface ChipProps {
  name: string;
  isShown: boolean;
  onShow: () => void;
  /** Undefined if the chip cannot be removed. */
  onRemove: (() => void) | undefined;
}

/** Chosen satellite or station: a press shows it, the cross takes it out of the selection. */
export function Chip({ name, isShown, onShow, onRemove }: ChipProps) {
  return (
    <span class={`chip ${isShown ? 'shown' : ''}`}>
      <button type="button" class="name" aria-pressed={isShown} title={name} onClick={onShow}>
        {name}
      </button>
      {onRemove && (
        <button type="button" class="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
          ✕
        </button>
      )}
    </span>
  );
}

/** Most chips for satellites, and for stations. */
const MOST = 3;

/** Items of the selection that get chips, in their order: the shown one and the first others, at most MOST in all. */
export function chipsOf<T>(selection: readonly T[], shown: T | undefined): readonly T[] {
  const others = new Set(selection.filter((one) => one !== shown).slice(0, MOST - 1));
  return selection.filter((one) => one === shown || others.has(one));
}
