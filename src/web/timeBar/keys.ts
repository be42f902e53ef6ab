/** Length of a step by keys: a minute, an hour, a day. */
const STEP_EPOCHS = { minute: 1, hour: 60, day: 1440 } as const;

/** Epoch that a key leads to; undefined for keys that are left to the field. */
export function epochOfKey(event: { key: string; shiftKey: boolean }, epoch: number): number | undefined {
  const { key, shiftKey } = event;
  const forward = key === 'ArrowRight' || key === 'ArrowUp' || key === 'PageUp';
  const backward = key === 'ArrowLeft' || key === 'ArrowDown' || key === 'PageDown';
  if (!forward && !backward) return undefined;
  const step = key.startsWith('Page') ? STEP_EPOCHS.day : shiftKey ? STEP_EPOCHS.hour : STEP_EPOCHS.minute;
  return epoch + (forward ? step : -step);
}
