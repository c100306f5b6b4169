import { digest } from './digest.ts';
import type { Exchange } from './exchange.ts';
import { takeSnapshot } from './snapshot.ts';

/** A number in hexadecimal that stands for the whole state: equal states have equal hashes, wherever they came from. */
export function stateHash(exchange: Exchange): string {
  return digest(takeSnapshot(exchange)).toString(16).padStart(14, '0');
}
