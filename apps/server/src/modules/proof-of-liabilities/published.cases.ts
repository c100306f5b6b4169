import { gunzipSync } from 'node:zlib';
import { checkFile, checkProof, parseHash } from '@emporion/contracts/liabilities';
import { apiBase, publicApiBase } from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { btc, eth, exchange, fileOf, look, operator, owed, own, second, trader } from './proof-bed.ts';

export function publishedProofs(): void {
  describe('what is published', () => {
    it('is all that is owed, to the unit: free, in orders, held, in flight and behind codes', async () => {
      const total = await owed('BTC');
      // What was deposited, less the fee of the withdrawal that was sent.
      expect(total).toBe(250_000_001n + 7n - 1_000n);
      expect(btc).toMatchObject({ total: formatDecimal(total, 8), in_flight: '0.13', decimals: 8 });
      const checked = await checkFile((await fileOf(btc)).trimEnd().split('\n'));
      expect(checked).toMatchObject({
        ok: true,
        value: { total, root: btc.root, height: BigInt(btc.height), leaves: btc.leaves },
      });
    });

    it('is rounded up to a coarser unit where all of it would not fit into 64 bits', async () => {
      const total = await owed('ETH');
      expect(total).toBe(10n ** 20n + 2n);
      expect(eth.decimals).toBe(17);
      // Two balances, each rounded up by nine of the ledger's units.
      expect(eth.total).toBe(formatDecimal(total + 18n, 18));
      expect((await fileOf(eth)).split('\n')[0]).toBe(
        `block_height:${eth.height},coin:ETH,decimals:17,time:${eth.time}`,
      );
    });

    it('is one moment for one coin, found without a login, and its file as often packed as plain', async () => {
      expect((await look(`liabilities/${btc.id}`)).json()).toEqual(btc);
      const plain = await look(`liabilities/${btc.id}/file`);
      expect(plain.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="liabilities-BTC-${btc.height}.csv"`,
      });
      const packed = await look(`liabilities/${btc.id}/file`, { 'accept-encoding': 'gzip, br' });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
      expect(plain.body).toHaveLength(btc.bytes);
    });

    it('has its digest and its root in the journal', async () => {
      const { rows } = await sql<{ number: number }>`
      select number::float8 as number from journal where number = ${btc.anchored}
    `.execute(exchange.platform.database.kysely);
      expect(rows).toHaveLength(1);
      expect(btc.anchored).toBeGreaterThan(btc.height);
    });

    it.each(['', '/file', '/own'])(
      'is not found at an id that nothing has: liabilities/:id%s',
      async (rest) => {
        const id = '00000000-0000-4000-8000-000000000000';
        expect(await trader.call({ path: `liabilities/${id}${rest}` })).toMatchObject({
          status: 404,
          body: { code: 'proof_not_found' },
        });
        expect((await trader.call({ path: `liabilities/nonsense${rest}` })).status).toBe(422);
      },
    );

    it('is listed by coin, and no coin that does not exist', async () => {
      expect((await look('liabilities')).json().results).toHaveLength(12);
      expect((await exchange.app.inject(`${publicApiBase}liabilities/?coin=BTC`)).json().results).toEqual([
        btc,
      ]);
      expect((await exchange.app.inject(`${publicApiBase}liabilities/?coin=NOPE`)).json()).toMatchObject({
        code: 'coin_invalid',
      });
      expect((await exchange.app.inject(`${publicApiBase}liabilities/?limit=2`)).json()).toMatchObject({
        more: true,
      });
    });
  });

  describe('one’s own leaves', () => {
    it('come to what one had and lead to the root', async () => {
      const mine = await own(trader, btc);
      expect(mine.account_id).toBe(trader.id);
      expect(mine.leaves.length).toBeGreaterThan(1);
      expect(await checkProof(mine)).toEqual({ ok: true, value: 250_000_001n - 13_001_000n });
      expect(mine.amount).toBe('2.36999001');
      const theirs = await own(second, btc);
      expect(await checkProof(theirs)).toEqual({ ok: true, value: 7n });
      expect(theirs.account_nonce).not.toBe(mine.account_nonce);
      const found = await checkFile((await fileOf(btc)).trimEnd().split('\n'), {
        key: parseHash(mine.nonce) as Uint8Array,
      });
      expect(found).toMatchObject({ ok: true, value: { own: { value: 236_999_001n } } });
    });

    it('are none for whoever had nothing, and nobody else’s to see', async () => {
      const none = await own(operator, btc);
      expect(none).toMatchObject({ leaves: [], amount: '0' });
      expect(await checkProof(none)).toEqual({ ok: true, value: 0n });
      const answer = await exchange.app.inject(`${apiBase}liabilities/${btc.id}/own/`);
      expect(answer.statusCode).toBe(401);
      expect(await checkProof({ ...(await own(trader, btc)), account_id: second.id })).toMatchObject({
        ok: false,
      });
    });

    it('have another nonce in each publication', async () => {
      expect((await own(trader, eth)).account_nonce).not.toBe((await own(trader, btc)).account_nonce);
    });
  });
}
