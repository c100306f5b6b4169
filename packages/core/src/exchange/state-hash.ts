import { digest } from './digest.ts';
import type { Exchange } from './exchange.ts';
import { takeSnapshot } from './snapshot.ts';

/** A text of 16 digits that stands for the whole state: equal states have equal hashes, wherever they came from. */
export function stateHash(exchange: Exchange): string {
  const snapshot = takeSnapshot(exchange);
  return hexadecimal(digest(snapshot, 1)) + hexadecimal(digest(snapshot, 2));
}

function hexadecimal(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, '0');
}
