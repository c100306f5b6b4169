import { AccountKeys, makeMnemonic, seedOf } from '@emporion/chains';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetMarkets, marketsModule } from '#modules/markets/index.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { pinning } from './open-signer.ts';
import { listPinnedKeys, pinKeys } from './pinned-keys.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.kysely
    .transaction()
    .execute(async (transaction) => marketsModule.seedDemo?.({} as Platform, transaction));
});
afterAll(() => test.drop());

const keyOf = (format: 'evm' | 'tron') => new AccountKeys(seedOf(makeMnemonic()), format).extendedPublicKey;
const [evm, tron, thief] = [keyOf('evm'), keyOf('tron'), keyOf('evm')];
const pin = (networks: Record<string, { publicKey: string; coldAddress?: string }>) =>
  pinKeys(test.database.kysely, { networks, demo: true }, ['ethereum', 'polygon', 'tron']);

it('pins at first contact, and refuses another key by the name of its network', async () => {
  await pin({ ethereum: { publicKey: evm }, tron: { publicKey: tron } });
  await pin({ ethereum: { publicKey: evm }, polygon: { publicKey: evm, coldAddress: '0xcold' } });
  const pinned = await listPinnedKeys(test.database.kysely);
  expect(pinned.map(({ network, publicKey, coldAddress }) => [network, publicKey, coldAddress])).toEqual([
    ['ethereum', evm, null],
    ['polygon', evm, '0xcold'],
    ['tron', tron, null],
  ]);
  expect(pinned[0]?.account).toBe(pinned[1]?.account);
  await expect(pin({ polygon: { publicKey: thief } })).rejects.toThrow('public key for polygon');
  await expect(pin({ tron: { publicKey: 'xprv' } })).rejects.toThrow('for tron is not the public key');
  expect(await listPinnedKeys(test.database.kysely)).toEqual(pinned);
});

it('pins the key of a network that was listed, or that the signer got to know, while the server runs', async () => {
  const { database } = test;
  const known: Record<string, { publicKey: string }> = { ethereum: { publicKey: evm } };
  let asked = 0;
  const identity = async () => {
    asked += 1;
    return { networks: { ...known }, demo: false };
  };
  const platform = { database, runtime: {}, config: { demo: false } } as unknown as Platform;
  const pinNew = pinning(platform, { identity });
  const codes = async () => (await listPinnedKeys(database.kysely)).map(({ network }) => network);
  await pinNew();
  await database.pool.query(`
    insert into blockchains (code, name, tx_explorer, confirmations, fee_coin, place, family, address_format)
    values ('avalanche', 'Avalanche', 'https://blocks.example/', 12, 'ETH', 99, 'evm', 'evm')
  `);
  forgetMarkets(platform);
  await pinNew();
  expect(await codes()).not.toContain('avalanche');
  for (const { code } of (await database.pool.query<{ code: string }>('select code from blockchains')).rows)
    known[code] = { publicKey: code === 'tron' ? tron : evm };
  await pinNew();
  expect(await codes()).toContain('avalanche');
  const before = asked;
  await pinNew();
  expect(asked).toBe(before);
});
