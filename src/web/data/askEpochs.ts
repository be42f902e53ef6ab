import { askBytes, pathWith } from './client.js';
import { type EpochBlock, readEpochBlock } from './epochBlock.js';
import { matchedQuery, type MatchedSatellite } from './matched.js';

/** Epochs of one request: `count` from `from` on, of which one follows `every` epochs after the other. */
export interface EpochRange {
  from: number;
  count: number;
  every: number;
}

/** Request for epochs. */
export type AskEpochs = (asked: EpochRange, signal: AbortSignal) => Promise<EpochBlock>;

function epochsPath(asked: MatchedSatellite, { from, count, every }: EpochRange): string {
  const query = { ...matchedQuery(asked), from, count, every: every === 1 ? undefined : every };
  return pathWith('/page/epochs', query);
}

let begun: { key: string; answer: Promise<ArrayBuffer> } | undefined;

/** Asks for one epoch before there is a source that will: what else it needs may be under way for long. */
export function beginEpoch(asked: MatchedSatellite, epoch: number): void {
  const path = epochsPath(asked, { from: epoch, count: 1, every: 1 });
  const answer = askBytes(path, { window: asked.window });
  // Who asks again is told what went wrong.
  answer.catch(() => (begun = undefined));
  begun = { key: `${asked.window} ${path}`, answer };
}

/** Request for epochs of a satellite's cells in a window. */
export function askEpochs(asked: MatchedSatellite): AskEpochs {
  return async (range, signal) => {
    const path = epochsPath(asked, range);
    const before = begun?.key === `${asked.window} ${path}` ? begun.answer : undefined;
    begun = undefined;
    const bytes = (await before?.catch(() => undefined)) ?? (await askBytes(path, { signal, window: asked.window }));
    return readEpochBlock(bytes);
  };
}
