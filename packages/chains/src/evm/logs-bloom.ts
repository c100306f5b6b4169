import { setImmediate } from 'node:timers/promises';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { stretch } from './address-spelling.ts';
import type { EvmLog } from './evm-block.ts';

const bloomBytes = 256;

/**
 * Whether these logs explain every bit of the filter in a block's header. A node that has the block and not yet its logs answers with none of them or with
 * some, and not with an error: then a bit is left over. A log that the header does not have is not found this way; chains add logs of their own to blocks.
 */
export async function explainsBloom(logs: readonly EvmLog[], bloom: string): Promise<boolean> {
  const explained = new Uint8Array(bloomBytes);
  const seen = new Set<string>();
  for (const { contract, topics } of logs)
    for (const word of [contract, ...topics]) {
      if (seen.has(word)) continue;
      seen.add(word);
      add(explained, word);
      if (seen.size % stretch === 0) await setImmediate();
    }
  const header = hexToBytes(bloom.slice(2));
  return header.every((byte, at) => (byte & ~(explained[at] ?? 0)) === 0);
}

/** Three bits for each word: the lowest eleven of each of the first three pairs of bytes of its hash. */
function add(bloom: Uint8Array, word: string): void {
  const hash = keccak_256(hexToBytes(word.slice(2)));
  for (let at = 0; at < 6; at += 2) {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
    const byte = bloomBytes - 1 - (bit >> 3);
    bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit & 7));
  }
}
