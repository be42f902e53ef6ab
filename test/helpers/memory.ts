import type { OwnedCore } from '../../src/core/instance.js';
import { type WindowPlan, type WindowRecord, writeWindow } from '../../src/core/records/windowRecord.js';

/** Allocates memory. @throws Error where there is no room */
export function block({ arena }: OwnedCore, bytes: number): number {
  const pointer = arena.allocate(bytes);
  if (pointer === undefined) throw new Error(`no memory for ${bytes} bytes`);
  return pointer;
}

/** Writes a window; satellites have band 1 unless they say otherwise. @throws Error where there is no room */
export function placeWindow(
  core: OwnedCore,
  plan: Omit<WindowPlan, 'satellites'> & {
    satellites: readonly (Omit<WindowPlan['satellites'][number], 'bands'> & { bands?: number })[];
  },
): WindowRecord {
  const satellites = plan.satellites.map((satellite) => ({ bands: 1, ...satellite }));
  const window = writeWindow(core, { ...plan, satellites });
  if (window === undefined) throw new Error('no memory for the window');
  return window;
}
