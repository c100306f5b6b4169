import { costOf as costOfTerms, type SigningRequest } from '@emporion/chains';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayMs } from '#count/count.ts';
import { coldAddress, ownAddress, payee, payout, SignerBench } from '#testing/signer-bench.ts';

const dayMax = 100n;
const rescueMax = 20n;
const hour = dayMs / 24;
const hot = { branch: 1, index: 0 } as const;

const request = fc
  .record({
    id: fc.nat(30),
    kind: fc.constantFrom<SigningRequest['kind']>('payout', 'payout', 'payout', 'sweep', 'cold'),
    nonce: fc.nat(5),
    amount: fc.constantFrom(1n, 20n, 60n),
    fee: fc.constantFrom(0n, 1n, 5n, 10n, 11n),
    to: fc.constantFrom(payee, coldAddress, ownAddress(hot)),
    replaces: fc.option(fc.nat(30), { nil: undefined, freq: 2 }),
  })
  .map(({ id, kind, nonce, amount, fee, to, replaces }) => {
    const own = kind === 'sweep' ? { own: hot } : {};
    const payments = [{ to, coin: 'ETH', amount, ...own }];
    const replaced = replaces === undefined ? {} : { replaces: `id${replaces}` };
    return payout(`id${id}`, { kind, nonce, payments, fee, ...replaced });
  });

/** The clock on the wall is set to anything while the signer runs. At a start it is right, or so far back that the signer notices. */
const step = fc.oneof(
  { weight: 12, arbitrary: request.map((ask) => ({ ask })) },
  { weight: 3, arbitrary: fc.constantFrom(hour, 6 * hour, 12 * hour, dayMs).map((pass) => ({ pass })) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: -40 * 24, max: 40 * 24 }).map((hours) => ({ set: hours * hour })),
  },
  { weight: 2, arbitrary: fc.constantFrom(0, -400 * dayMs).map((startOffset) => ({ startOffset })) },
);

interface Signature {
  readonly at: number;
  readonly kind: SigningRequest['kind'];
  /** Of a number only one transaction is ever mined. */
  readonly nonce: number;
  readonly cost: bigint;
}

/** The most that signatures can have cost: of each number the dearest. */
function costOf(signatures: readonly Signature[]): bigint {
  const dearest = new Map<number, bigint>();
  for (const { nonce, cost } of signatures) if (cost > (dearest.get(nonce) ?? 0n)) dearest.set(nonce, cost);
  return [...dearest.values()].reduce((sum, cost) => sum + cost, 0n);
}

function costOfRequest({ kind, payments, terms }: SigningRequest): bigint {
  const paid = kind === 'payout' ? payments.reduce((sum, { amount }) => sum + amount, 0n) : 0n;
  return paid + costOfTerms(terms);
}

it('never signs away more than a day in any 24 hours, whatever is asked, replaced, restarted and set', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const bench = new SignerBench();
      const signatures: Signature[] = [];
      const words = new Map<string, string>();
      try {
        for (const next of steps) {
          if ('pass' in next) bench.clock.realMs += next.pass;
          if ('set' in next) bench.clock.offsetMs = next.set;
          if ('startOffset' in next) {
            bench.clock.offsetMs = next.startOffset;
            bench.restart();
          }
          if (!('ask' in next)) continue;
          const answer = bench.sign(next.ask);
          if (!answer.signed) continue;
          // One id stands for one transaction, for ever.
          const known = words.get(next.ask.id);
          if (known !== undefined) expect(answer.raw).toBe(known);
          words.set(next.ask.id, answer.raw);
          const { terms } = next.ask;
          const nonce = 'nonce' in terms ? terms.nonce : 0;
          if (known === undefined)
            signatures.push({
              ...{ at: bench.clock.realMs, kind: next.ask.kind },
              ...{ nonce, cost: costOfRequest(next.ask) },
            });
          const lately = (of: readonly Signature[]) =>
            costOf(of) - costOf(of.filter(({ at }) => at < bench.clock.realMs - dayMs));
          expect(lately(signatures)).toBeLessThanOrEqual(dayMax + rescueMax);
          expect(lately(signatures.filter(({ kind }) => kind === 'payout'))).toBeLessThanOrEqual(dayMax);
        }
      } finally {
        bench.remove();
      }
    }),
    { numRuns: Number(process.env.TEST_ALL ? 400 : 40) },
  );
});
