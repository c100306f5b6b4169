import { expect, it } from 'vitest';
import { userId } from '#testing/trading-app.ts';
import { testSigner } from '../testing/test-signer.ts';
import { callOffAny } from '../withdrawals/decide-held.ts';
import {
  app,
  bumpAfter,
  callOffStuck,
  expectBooksEqual,
  free,
  onChain,
  queued,
  settleAll,
  stands,
  statuses,
  turn,
  turnWithBump,
  variants,
} from './replacements-bed.ts';
import { callOffPayout } from './stuck-payouts.ts';

export function calledOffPayouts(): void {
  it('that is called off is paid or given back, and never both', async () => {
    const before = await free();
    const withdrawal = await queued('0.2');
    await turn();
    const [payout] = await variants(withdrawal);
    const asked = { id: withdrawal.id, reason: 'wrong recipient' };
    const callOffAs = (name: string) =>
      callOffAny(app.test.database.kysely, { ...asked, operatorId: userId(name) });
    await expect(callOffAs('ann')).rejects.toMatchObject({ code: 'own_withdrawal' });
    await callOffAs('operator');
    await turn();
    await settleAll();
    expect(await stands(withdrawal)).toBe('failed returned');
    await expect(callOffAs('operator')).rejects.toMatchObject({ code: 'withdrawal_already_sent' });
    expect(await free()).toBe(before);
    expect(await onChain(withdrawal.address)).toBe(0n);
    // The first bytes are refused for ever.
    const chain = await app.chain('bitcoin');
    expect(await chain.send(payout?.raw ?? '')).toMatchObject({ outcome: 'refused' });

    const quick = await queued('0.2');
    await turn();
    const [other] = await variants(quick);
    await callOffPayout(app.test.database.kysely, { id: other?.id ?? '', reason: 'too late' });
    await turn();
    await app.mine('bitcoin');
    await turn();
    // The block with the one that pays nobody goes, and the one that pays comes.
    await chain.reorg({ depth: 1, drop: 'all' });
    await chain.send(other?.raw ?? '');
    await app.mine('bitcoin');
    await turn();
    await settleAll();
    expect(await stands(quick)).toBe('completed settled');
    expect(await onChain(quick.address)).toBe(20_000_000n);
    await expectBooksEqual();
  });

  it('that is called off is not replaced by a dearer one that pays', async () => {
    const withdrawal = await queued('0.3');
    await turn();
    await callOffStuck(withdrawal);
    await turn();
    expect((await variants(withdrawal)).map(({ kind }) => kind)).toEqual(['payout', 'sweep']);
    await settleAll();
    expect(await stands(withdrawal)).toBe('failed returned');
    expect(await onChain(withdrawal.address)).toBe(0n);
    await expectBooksEqual();
  });

  it('that is called off while a dearer one waits for the signer is not signed any more, nor sent again', async () => {
    const withdrawal = await queued('0.3');
    await turn();
    await bumpAfter(0);
    await turn(() => Promise.reject(new Error('away')));
    await bumpAfter(30);
    expect(await statuses(withdrawal)).toEqual(['broadcast', 'built']);
    await callOffStuck(withdrawal);
    const asked: string[] = [];
    const real = testSigner(app.platform);
    await turn((request) => {
      asked.push(request.kind);
      return real(request);
    });
    expect(asked).toEqual(['sweep']);
    await settleAll();
    expect(await stands(withdrawal)).toBe('failed returned');
    expect(await onChain(withdrawal.address)).toBe(0n);
    await expectBooksEqual();
  });

  it('that is called off is called off by one that pays more than the dearest, and by another if that is refused', async () => {
    const withdrawal = await queued('0.3');
    await turn();
    await turnWithBump();
    await callOffStuck(withdrawal);
    // Its bytes offer too little, as they do when a dearer one was sent in the same moment.
    const real = testSigner(app.platform);
    await turn((request) =>
      request.kind === 'sweep' && request.terms.family === 'development'
        ? real({ ...request, terms: { ...request.terms, fee: 1_000n } })
        : real(request),
    );
    await turn();
    const made = await variants(withdrawal);
    expect(made.map(({ kind }) => kind)).toEqual(['payout', 'payout', 'sweep', 'sweep']);
    await settleAll();
    expect(await stands(withdrawal)).toBe('failed returned');
    expect(await onChain(withdrawal.address)).toBe(0n);
    await expectBooksEqual();
  });
}
