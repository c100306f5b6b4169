import type { SigningRequest } from '@emporion/chains';
import { expect, it } from 'vitest';
import { testSigner } from '../testing/test-signer.ts';
import type { Sign } from './payout-network.ts';
import {
  app,
  expectBooksEqual,
  free,
  onChain,
  queued,
  settleAll,
  stands,
  turn,
  variants,
} from './replacements-bed.ts';

export function refusedByTheNetwork(): void {
  /** Signs at a fee below what the chain takes, whatever was asked. */
  const tooCheap: Sign = (request: SigningRequest) => {
    const { terms } = request;
    return testSigner(app.platform)(
      terms.family === 'development' && request.kind === 'payout'
        ? { ...request, terms: { ...terms, fee: 1n } }
        : request,
    );
  };

  it('that the network refuses after it was signed comes back only when its number is used up for good', async () => {
    const before = await free();
    const withdrawal = await queued('0.2');
    await app.change('update withdrawal_policy set signer_retry_seconds = 3600');
    await turn(tooCheap);
    await turn();
    expect(await stands(withdrawal)).toBe('signed in_flight');
    await app.change('update withdrawal_policy set signer_retry_seconds = 0');
    await turn();
    const [, cancel] = await variants(withdrawal);
    expect(cancel).toMatchObject({ kind: 'sweep', status: 'broadcast', isShown: false });
    await app.mine('bitcoin');
    await turn();
    // One block is not for good.
    expect(await stands(withdrawal)).toBe('signed in_flight');
    await app.mine('bitcoin', 2);
    await turn();
    expect(await stands(withdrawal)).toBe('failed returned');
    expect(await free()).toBe(before);
    const next = await queued('0.2');
    await settleAll();
    expect(await stands(next)).toBe('completed settled');
    expect(await onChain(withdrawal.address)).toBe(0n);
    await expectBooksEqual();
  });
}
