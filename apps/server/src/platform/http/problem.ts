import type { ErrorCode } from '@emporion/contracts/errors';

/** The numbers and names that a message's `{{placeholders}}` are filled with. */
export type ProblemParams = Readonly<Record<string, string | number>>;

/** A row of the catalogue, and what its words are filled in with. */
export interface Sentence {
  readonly code: ErrorCode;
  readonly params?: ProblemParams;
}

interface ProblemDetails {
  readonly params?: ProblemParams;
  /** What is wrong with single inputs, by their path. */
  readonly fields?: Readonly<Record<string, Sentence>>;
  /** The sentence of another row of the catalogue, where it says more exactly what the code says. */
  readonly sentence?: Sentence | undefined;
  /** For the two answers whose `detail` is a fixed word that programs look for, such as `NotEnoughFunds`. */
  readonly detail?: string;
  /** When it is worth trying again, for the header that says so. */
  readonly retryAfterSeconds?: number | undefined;
}

/** The sentence of one input, which is all that is wrong: with what fills it, at the field and for the whole. */
export function refusalAt(field: string, sentence: Sentence): Problem {
  return new Problem(sentence.code, { sentence, fields: { [field]: sentence } });
}

/** Thrown by a handler to answer with a row of the error catalogue. It is expected, so nothing is logged as a fault. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly fields: ProblemDetails['fields'];
  readonly sentence: Sentence;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: ProblemDetails = {}) {
    super(code);
    this.code = code;
    this.fields = details.fields;
    this.sentence = details.sentence ?? { code, ...(details.params && { params: details.params }) };
    this.detail = details.detail;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
