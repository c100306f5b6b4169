import { SavedAddress } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { app, post } from './transfers-bed.ts';

export function savedAddresses(): void {
  describe('the address book', () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const add = (as: string, more: object = {}) =>
      post('wallet/addresses', as, { label: 'Cold', currency: 'ETH', network: 'ethereum', address, ...more });

    it('keeps addresses in their one spelling, each once and under one label', async () => {
      await app.person('book');
      const saved = await add('book', { address: address.toLowerCase() });
      expect(SavedAddress.parse(saved.body)).toMatchObject({ address, label: 'Cold', last_used: null });
      expect((await add('book', { label: 'Other' })).body.code).toBe('address_not_unique');
      for (const label of ['Cold', 'cOLD', ' cold '])
        expect((await add('book', { network: 'arbitrum', label })).body.code).toBe('label_not_unique');
      expect((await add('book', { label: 'Bad', address: 'nonsense' })).status).toBe(422);
      const nobody = `0x${'0'.repeat(40)}`;
      expect((await add('book', { label: 'Bad', address: nobody })).body.code).toBe('wrong_address');
      const path = `wallet/addresses/${saved.body.id}`;
      const renamed = await app.call({ method: 'PATCH', path, as: 'book', body: { label: 'Ledger' } });
      expect(renamed.body.label).toBe('Ledger');
      const cased = await app.call({ method: 'PATCH', path, as: 'book', body: { label: 'LEDGER' } });
      expect(cased.body.label).toBe('LEDGER');
      const other = (await add('book', { network: 'arbitrum', label: 'Cold' })).body.id;
      const taken = {
        method: 'PATCH',
        path: `wallet/addresses/${other}`,
        as: 'book',
        body: { label: 'ledger' },
      };
      expect((await app.call(taken as Parameters<typeof app.call>[0])).body.code).toBe('label_not_unique');
      await app.call({ method: 'DELETE', path: `wallet/addresses/${other}`, as: 'book' });
      await app.person('nosy');
      expect((await app.call({ method: 'DELETE', path, as: 'nosy' })).status).toBe(404);
      expect((await app.call({ path: 'wallet/addresses', as: 'nosy' })).body.results).toEqual([]);
      expect((await app.call({ method: 'DELETE', path, as: 'book' })).status).toBe(200);
      expect((await app.call({ path: 'wallet/addresses', as: 'book' })).body.results).toEqual([]);
    });
  });
}
