import { type PasswordRefusal, passwordRefusal } from '@emporion/contracts/passwords';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** 0 falls to the first guesses, 4 to none that anybody can pay for. */
export type Strength = 0 | 1 | 2 | 3 | 4;

export interface PasswordRating {
  readonly strength: Strength;
  /** Why the server would not take it, however long it is. */
  readonly refusal?: PasswordRefusal | undefined;
}

export interface RateQuestion {
  readonly password: string;
  /** What whoever guesses would try first: names and addresses of the owner. */
  readonly related: readonly string[];
}

/** The time of a rating grows with the square of the length, and what is this long is strong already. */
const ratedLengthMax = 64;
/** What is refused may not look as if it were good. */
const refusedStrength = 1;

const rater = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

export function ratePassword({ password, related }: RateQuestion): PasswordRating {
  const words = related.flatMap((word) => [word, ...word.split(/[@.\s]+/)]).filter((word) => word.length > 2);
  const { score } = rater.check(password.slice(0, ratedLengthMax), words);
  // Of an address only what stands before the sign tells of its owner.
  const names = related.map((word) => word.split('@')[0] ?? word);
  const refusal = passwordRefusal({ password, owner: { names }, common });
  if (refusal === undefined) return { strength: score };
  return { strength: score === 0 ? 0 : refusedStrength, refusal };
}
