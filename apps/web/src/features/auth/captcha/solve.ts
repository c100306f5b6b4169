import { sha256 } from './sha-256.ts';

export interface Puzzle {
  readonly algorithm: string;
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}

/** The number whose hash after the salt is the challenge, or undefined when it is not among those looked at. */
export function searchNumber(
  { challenge, salt, maxnumber }: Puzzle,
  { from, count }: { from: number; count: number },
): number | undefined {
  const end = Math.min(from + count, maxnumber + 1);
  for (let number = from; number < end; number += 1) {
    if (sha256(`${salt}${number}`) === challenge) return number;
  }
  return undefined;
}

/** The solved puzzle as the server reads it. */
export function payloadOf({ algorithm, challenge, salt, signature }: Puzzle, number: number): string {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}
