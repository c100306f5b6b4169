import { createHash } from 'node:crypto';
import { count, few, type VerifyPart } from './verify-part.ts';

/**
 * No reference was credited twice, unless a reversal took it back in between. A reference stands here as eight bytes of its SHA-256, so that tens of
 * millions fit into memory; with that many, two different ones look alike once in a hundred thousand journals.
 */
export function referencesPart(): VerifyPart {
  const credits = new Fingerprints();
  const reversals = new Map<bigint, number>();
  let key = '';
  return {
    name: 'References',
    onBatch: ({ events }) => {
      for (const event of events) {
        if (event.kind === 'CommandAccepted') key = event.key;
        if (event.kind !== 'MoneyMoved') continue;
        // Before movements had a reference, the key of the command named what was credited.
        const reference = event.reference || key;
        if (event.cause === 'deposit') credits.add(fingerprintOf(reference));
        if (event.cause !== 'reversal') continue;
        const fingerprint = fingerprintOf(reference);
        reversals.set(fingerprint, (reversals.get(fingerprint) ?? 0) + 1);
      }
    },
    run: () => {
      const problems: string[] = [];
      for (const [fingerprint, times] of credits.repeated()) {
        const taken = reversals.get(fingerprint) ?? 0;
        if (times > taken + 1)
          problems.push(
            `The reference with SHA-256 ${hexadecimal(fingerprint)}… was credited ${times} times and taken back ${taken} times.`,
          );
      }
      return { summary: `${count(credits.size, 'credit')}, each reference once`, problems: few(problems) };
    },
  };
}

function fingerprintOf(reference: string): bigint {
  return createHash('sha256').update(reference).digest().readBigUInt64BE();
}

function hexadecimal(fingerprint: bigint): string {
  return fingerprint.toString(16).padStart(16, '0');
}

/** Many numbers of 64 bits in eight bytes each: a Map would end at 2²⁴ of them. */
class Fingerprints {
  #numbers = new BigUint64Array(1_024);
  size = 0;

  add(number: bigint): void {
    if (this.size === this.#numbers.length) {
      const larger = new BigUint64Array(this.size * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.size] = number;
    this.size += 1;
  }

  /** Those that were added more than once, and how often. */
  *repeated(): Generator<[number: bigint, times: number]> {
    const sorted = this.#numbers.subarray(0, this.size).sort();
    let times = 1;
    for (let index = 1; index <= sorted.length; index += 1) {
      if (index < sorted.length && sorted[index] === sorted[index - 1]) times += 1;
      else {
        if (times > 1) yield [sorted[index - 1] as bigint, times];
        times = 1;
      }
    }
  }
}
