import { randomInt } from 'node:crypto';
import {
  AccountKeys,
  addressFormats,
  ChainUnavailable,
  makeMnemonic,
  seedOf,
  signDevelopment,
} from '@emporion/chains';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { extent } from '#testing/extent.ts';
import { developmentFeeMin } from './accept.ts';
import { listDueChains } from './block-maker.ts';
import { type DevelopmentChain, openDevelopmentChain } from './development-chain.ts';
import { payFromTap } from './tap.ts';
import { ReferenceChain, type ReferenceTransaction } from './testing/reference-chain.ts';

const token = addressFormats.evm.normalize('0xdac17f958d2ee523a2206206994597c13d831ec7') ?? '';
const unknownToken = addressFormats.evm.normalize('0x2222222222222222222222222222222222222222') ?? '';
const network = { code: 'testnet', addressFormat: 'evm', memo: null } as const;
const signing = { ...network, memo: undefined };
const keys = new AccountKeys(seedOf(makeMnemonic()), 'evm');
const people = [0, 1, 2, 3].map((index) => {
  const path = { branch: 0, index } as const;
  return {
    address: addressFormats.evm.fromPublicKey(keys.publicKey(path)),
    sign: (words: Pick<ReferenceTransaction, 'nonce' | 'fee' | 'payments'>) =>
      keys.withSecretKey(path, (secretKey) => signDevelopment(words, { network: signing, secretKey })),
  };
});

let test: TestDatabase;
let chain: DevelopmentChain;
beforeAll(async () => {
  test = await createTestDatabase();
  const { kysely } = test.database;
  await sql`
    insert into coins (code, name, base, decimals, logo, place)
    values ('TEA', 'Tea', 'TEA', 8, '/tea.svg', 0), ('TOK', 'Token', 'TOK', 6, '/tok.svg', 1)
  `.execute(kysely);
  await sql`
    insert into blockchains (code, name, tx_explorer, confirmations, place, fee_coin, family, address_format)
    values ('testnet', 'Testnet', 'https://x.test/', 3, 0, 'TEA', 'development', 'evm'),
      ('other', 'Other', 'https://x.test/', 3, 0, 'TEA', 'development', 'evm')
  `.execute(kysely);
  await sql`
    insert into coin_blockchains (coin, blockchain, place, contract, decimals)
    values ('TEA', 'testnet', 0, null, 8), ('TOK', 'testnet', 0, ${token}, 6)
  `.execute(kysely);
  chain = await openDevelopmentChain(test.database, network);
});
afterAll(() => test.drop());

it('moves what the reference moves, refuses what it refuses and comes back from every reorganisation as it does', async () => {
  const seed = Number(process.env.CHAIN_SEED ?? randomInt(2 ** 31));
  let state = seed;
  /** Mulberry32: the same seed gives the same walk. */
  const below = (bound: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
  const tap = await chain.change(async (_db, { tapAddress }) => tapAddress);
  const reference = new ReferenceChain({ tap, feeMin: developmentFeeMin, assets: new Set([token]) });
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const give = async () => {
    const payments = people.map(({ address }) => ({
      to: address,
      ...(below(2) === 0 && { contract: token }),
      amount: BigInt(1 + below(50_000)),
    }));
    const nonce = await chain.nextNonce(tap);
    const [id = ''] = await chain.change((db, row) => payFromTap(db, row, payments));
    reference.send({ id, from: tap, nonce, fee: developmentFeeMin, payments });
  };
  const pay = async () => {
    const sender = pick(people);
    const payments = Array.from({ length: 1 + below(3) }, () => ({
      to: pick(people).address,
      ...(below(2) === 0 && { contract: below(9) === 0 ? unknownToken : token }),
      amount: BigInt(1 + below(20_000)),
    }));
    const nonce = Math.max(0, (await chain.nextNonce(sender.address)) + pick([0, 0, 0, 0, 0, -1, -1, 1]));
    const fee = developmentFeeMin + pick([0n, 0n, 0n, 7n, 70n, -1n]);
    const signed = sender.sign({ nonce, fee, payments });
    expect(await chain.send(signed.raw), `seed ${seed}`).toEqual(
      reference.send({ id: signed.id, from: sender.address, nonce, fee, payments }),
    );
  };
  const reorganise = async () => {
    const height = reference.blocks.length - 1;
    if (height === 0) return;
    const depth = 1 + below(Math.min(4, height));
    const loose = reference.blocks.slice(-depth).flat();
    const drop = loose.filter(() => below(3) === 0).map(({ id }) => id);
    const isMined = below(2) === 0;
    await chain.reorg({ depth, drop, isMined });
    reference.reorg({ depth, drop, isMined });
  };
  const agree = async () => {
    const tip = await chain.tip();
    expect(tip.height, `seed ${seed}`).toBe(reference.blocks.length - 1);
    const waiting = await chain.waiting();
    expect([...new Set(waiting.map(({ transactionId }) => transactionId))], `seed ${seed}`).toEqual(
      reference.waiting.map(({ id }) => id),
    );
    const height = below(tip.height + 1);
    for (const { address } of people)
      for (const contract of [undefined, token])
        expect(await chain.balance([address], { contract, height }), `seed ${seed}`).toBe(
          reference.balance(address, { contract, height }),
        );
  };
  await give();
  for (let step = 0; step < extent({ usual: 45, all: 1_500 }); step += 1) {
    const roll = below(20);
    if (roll < 12) await pay();
    else if (roll < 14) await give();
    else if (roll < 18) {
      await chain.mine();
      reference.mine();
    } else await reorganise();
    if (step % 10 === 0) await agree();
  }
  await agree();
  let parentHash: string | undefined;
  for (const [height, transactions] of reference.blocks.entries()) {
    const block = await chain.block(height);
    expect(block?.parentHash).toBe(parentHash);
    expect(new Set(block?.transfers.map(({ transactionId }) => transactionId))).toEqual(
      new Set(transactions.map(({ id }) => id)),
    );
    parentHash = block?.hash;
  }
});

it('lets one of many payments through that spend the same coins at once', async () => {
  const [spender, payee] = people as [(typeof people)[0], (typeof people)[0]];
  // Enough for the largest of them and its fee, whatever was left to the spender before.
  const enough = 10n ** 12n + 8n + developmentFeeMin;
  await chain.change((db, row) => payFromTap(db, row, [{ to: spender.address, amount: enough }]));
  const nonce = await chain.nextNonce(spender.address);
  const attempts = Array.from({ length: 8 }, (_, index) =>
    spender.sign({
      nonce,
      fee: developmentFeeMin,
      payments: [{ to: payee.address, amount: 10n ** 12n + BigInt(index) }],
    }),
  );
  const answers = await Promise.all(attempts.map(({ raw }) => chain.send(raw)));
  expect(answers.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
  const taken = attempts[answers.findIndex(({ outcome }) => outcome === 'accepted')];
  expect(await chain.send(taken?.raw ?? '')).toEqual({ outcome: 'accepted' });
});

it('takes nothing that was signed for another network, or changed after it was signed', async () => {
  const [spender] = people as [(typeof people)[0]];
  const words = { nonce: 0, fee: developmentFeeMin, payments: [{ to: spender.address, amount: 1n }] };
  const foreign = keys.withSecretKey({ branch: 0, index: 0 }, (secretKey) =>
    signDevelopment(words, { network: { ...signing, code: 'other' }, secretKey }),
  );
  expect(await chain.send(foreign.raw)).toEqual({ outcome: 'refused', reason: 'wrong_network' });
  const { raw } = spender.sign(words);
  expect(await chain.send(`${raw.slice(0, -2)}${raw.endsWith('00') ? '01' : '00'}`)).toMatchObject({
    outcome: 'refused',
  });
});

it('wants blocks while something waits or is not deep enough, and none after that', async () => {
  const due = () => listDueChains(test.database.kysely);
  const quiet = await openDevelopmentChain(test.database, { ...network, code: 'other' });
  expect(await due()).not.toContain('other');
  await quiet.change((db, row) => payFromTap(db, row, [{ to: people[0]?.address ?? '', amount: 5n }]));
  for (const _ of [1, 2, 3]) {
    expect(await due()).toContain('other');
    await quiet.mine();
  }
  expect(await due()).not.toContain('other');
});

it('answers nobody while the node is switched off', async () => {
  await chain.setAway(true);
  await expect(chain.tip()).rejects.toThrow(ChainUnavailable);
  await expect(chain.send('00')).rejects.toThrow(ChainUnavailable);
  await chain.setAway(false);
  expect((await chain.tip()).height).toBeGreaterThan(0);
});
