import { randomBytes } from 'node:crypto';

/** Nobody checks the work behind a block of this chain, so its hash only has to be another one for each block, also of two at one height. */
export function newBlockHash(): string {
  return randomBytes(32).toString('hex');
}
