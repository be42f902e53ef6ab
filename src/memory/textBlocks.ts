import type { OwnedCore } from '../core/instance.js';
import type { TextBuffer } from './textBuffers.js';

/** Memory of the core for a text, which is sent from where the kernels have written it. */
interface TextBlock extends TextBuffer {
  /** Where its first byte lies in the core's memory. */
  readonly pointer: number;
}

/** A fixed number of blocks, so that readers who stop take no more of the core's memory, however many they are. */
export interface TextBlocks {
  /** The block that was given back last, which the processor's cache still has; undefined while all are held. */
  acquire(): TextBlock | undefined;
}

interface Block {
  readonly pointer: number;
  readonly bytes: Buffer;
}

/** Makes up to `count` blocks of so many bytes, each when it is first needed, and as long as the core's memory has room. */
export function createTextBlocks({ arena, memory }: OwnedCore, count: number, bytes: number): TextBlocks {
  const idle: Block[] = [];
  let made = 0;

  const make = (): Block | undefined => {
    const pointer = made < count ? arena.allocate(bytes) : undefined;
    if (pointer === undefined) return undefined;
    made++;
    return { pointer, bytes: Buffer.from(memory.buffer, pointer, bytes) };
  };

  return {
    acquire() {
      const block = idle.pop() ?? make();
      if (block === undefined) return undefined;
      let held = true;
      return {
        ...block,
        release: () => {
          if (held) idle.push(block);
          held = false;
        },
      };
    },
  };
}
