import { crc32 } from 'node:zlib';
import { joinCrc32 } from './crc32.js';

/** Blocks of DEFLATE, none of them the last, that end with a byte; and the text that they stand for. */
export interface Deflated {
  /** CRC-32 of the text. */
  crc32: number;
  textBytes: number;
}

/** DEFLATE, no name, no time, any system (RFC 1952, 2.3). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const MOST_STORED_BYTES = 0xffff;

/** What makes a gzip stream of blocks, with a text before theirs and one behind it: what goes before the blocks, and behind. */
export function gzipAround(head: string, tail: string, { crc32: middle, textBytes }: Deflated): [Buffer, Buffer] {
  const [before, behind] = [Buffer.from(head), Buffer.from(tail)];
  const crc = crc32(behind, joinCrc32(crc32(before), middle, textBytes));
  const trailer = Buffer.allocUnsafe(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE((before.length + textBytes + behind.length) % 2 ** 32, 4);
  return [
    Buffer.concat([HEADER, ...storedBlocks(before, false)]),
    Buffer.concat([...storedBlocks(behind, true), trailer]),
  ];
}

/** The bytes as they are, in blocks (RFC 1951, 3.2.4). */
function storedBlocks(bytes: Buffer, areLast: boolean): Buffer[] {
  const blocks: Buffer[] = [];
  let from = 0;
  do {
    const block = bytes.subarray(from, from + MOST_STORED_BYTES);
    from += block.length;
    const head = Buffer.allocUnsafe(5);
    head.writeUInt8(areLast && from === bytes.length ? 1 : 0, 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    blocks.push(head, block);
  } while (from < bytes.length);
  return blocks;
}
