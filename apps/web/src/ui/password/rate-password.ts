import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** 0 falls to the first guesses, 4 to none that anybody can pay for. */
export type Strength = 0 | 1 | 2 | 3 | 4;

export interface RateQuestion {
  readonly password: string;
  /** Words that whoever guesses would try first: the name, the address. */
  readonly related: readonly string[];
}

/** The time of a rating grows with the square of the length, and what is this long is strong already. */
const ratedLengthMax = 64;

const rater = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

export function ratePassword({ password, related }: RateQuestion): Strength {
  const words = related.flatMap((word) => [word, ...word.split(/[@.\s]+/)]).filter((word) => word.length > 2);
  return rater.check(password.slice(0, ratedLengthMax), words).score;
}
