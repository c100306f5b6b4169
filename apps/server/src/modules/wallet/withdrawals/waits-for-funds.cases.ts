import { addressFormats } from '@emporion/chains';
import { describe, expect, it } from 'vitest';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { book } from './book.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from './store.ts';
import { app, turn } from './withdrawals-bed.ts';

export function waitsForFunds(): void {
  describe('a withdrawal that the hot address can pay', () => {
    let queuedSoFar = 0;
    async function queued(name: string, amount: string) {
      queuedSoFar += 1;
      const { kysely } = app.test.database;
      const key = testKeys('xrp').publicKey({ branch: 1, index: 500 + queuedSoFar });
      const written = await insertWithdrawal(kysely, {
        ...{
          userId: userId(name),
          clientId: `q${queuedSoFar}`,
          coin: 'XRP',
          network: 'xrp-ledger',
          memo: '7',
        },
        ...{ address: addressFormats.xrp.fromPublicKey(key), amount, fee: '0', value: null, recipient: null },
        ...{ isNewDevice: false, now: app.platform.clock.now() },
        origin: { address: '203.0.113.7', device: 'Firefox on Linux' },
      });
      const held = written && (await book(app.platform, written));
      const confirmed = held && (await changeWithdrawal(kysely, held, { status: 'confirmed' }));
      return confirmed && changeWithdrawal(kysely, confirmed, { status: 'queued' });
    }

    it('goes out, however many before it wait for more than there is', async () => {
      await app.change('update withdrawal_policy set batch_max = 2');
      await app.person('queue');
      await app.fund('queue', 'XRP', '10000');
      const large = [
        await queued('queue', '1000'),
        await queued('queue', '1000'),
        await queued('queue', '900'),
      ];
      const small = await queued('queue', '50');
      const stands = async () => {
        for (let times = 0; times < 3; times += 1) await turn();
        const { kysely } = app.test.database;
        const found = await Promise.all(
          [...large, small].map((each) => findWithdrawal(kysely, each?.id ?? '')),
        );
        return found.map((each) => each?.waitsFor ?? each?.status);
      };
      expect(await stands()).toEqual(['funds', 'funds', 'funds', 'funds']);
      await app.person('payer');
      await app.pay('payer', { network: 'xrp-ledger', coin: 'XRP', amount: '120' });
      await app.mine('xrp-ledger', 5);
      expect(await stands()).toEqual(['funds', 'funds', 'funds', 'broadcast']);
      large.push(await queued('queue', '30'));
      expect((await stands()).slice(2)).toEqual(['funds', 'broadcast', 'broadcast']);
      await app.change('update withdrawal_policy set batch_max = 100');
    });
  });
}
