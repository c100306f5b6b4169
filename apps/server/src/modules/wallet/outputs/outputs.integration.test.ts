import { randomInt, randomUUID } from 'node:crypto';
import type { BitcoinInput, BitcoinTerms } from '@emporion/chains';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadNetworks } from '#modules/markets/index.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { extent } from '#testing/extent.ts';
import { pinTestKeys } from '#testing/test-keys.ts';
import type { Payout } from '../payouts/payout.ts';
import { insertPayout, noteSend } from '../payouts/store.ts';
import { listPinnedKeys } from '../signer/pinned-keys.ts';
import { followChain } from '../watch/chain-watch.ts';
import { rescan } from '../watch/rescan.ts';
import type { WatchParts } from '../watch/watch-parts.ts';
import { WatchedAddresses } from '../watch/watched-addresses.ts';
import { listSpendable, releaseOutputs, reserveOutputs, spendsUndoneChange } from './store.ts';
import { nameOf, type PlainTransaction, ReferenceOutputs } from './testing/reference-outputs.ts';

const network = 'testcoin';
const ours = ['ours-0', 'ours-1', 'ours-2', 'ours-hot'];
/** Counted, and spent by nobody here. */
const cold = 'cold';
const confirmations = 3;
let test: TestDatabase;
let parts: WatchParts;
const chain = new ReferenceOutputs();

beforeAll(async () => {
  test = await createTestDatabase();
  const { kysely } = test.database;
  await sql`
    insert into coins (code, name, base, decimals, logo, place) values ('TEA', 'Tea', 'TEA', 8, '/tea.svg', 0)
  `.execute(kysely);
  await sql`
    insert into blockchains (code, name, tx_explorer, confirmations, fee_coin, place, family, address_format)
    values (${network}, 'Test', 'https://explorer.example/', ${confirmations}, 'TEA', 99, 'bitcoin', 'litecoin')
  `.execute(kysely);
  await sql`insert into coin_blockchains (coin, blockchain, place, decimals) values ('TEA', ${network}, 0, 8)`.execute(
    kysely,
  );
  await pinTestKeys(kysely);
  const key = (await listPinnedKeys(kysely)).find((each) => each.network === network);
  const { networks } = await loadNetworks(kysely);
  const listed = networks.get(network);
  if (!key || !listed) throw new Error('There is no network.');
  for (const [index, address] of ours.entries())
    await sql`
      insert into chain_addresses (network, account, branch, index, address)
      values (${network}, ${key.account}, ${address === 'ours-hot' ? 1 : 0}, ${index}, ${address})
    `.execute(kysely);
  const addresses = new WatchedAddresses(test.database, key.account);
  parts = {
    ...{ database: test.database, network: listed, key: { ...key, coldAddress: cold }, chain, addresses },
    readNetworks: () => loadNetworks(kysely),
  };
});
afterAll(() => test.drop());

/** A payout as the reference has it: what it spends, and whether it may still be mined. */
interface Variant {
  readonly payout: Payout;
  readonly transaction: PlainTransaction;
  isEnded: boolean;
}

it('has every output of ours as a plain reference does, through blocks, reorganisations, rescans, payouts and their replacements', async () => {
  const seed = Number(process.env.OUTPUTS_SEED ?? randomInt(2 ** 31));
  let state = seed;
  /** Mulberry32: the same seed gives the same walk. */
  const below = (bound: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const { kysely } = test.database;
  let ids = 0;
  const newId = () => {
    ids += 1;
    return ids.toString(16).padStart(64, '0');
  };
  const seen = new Set<string>();
  const credited = new Set<string>();
  const lost = new Set<string>();
  /** Deposits that a reorganisation dropped, and that may come again. */
  const dropped: PlainTransaction[] = [];
  const variants: Variant[] = [];
  const completed = new Set<string>();
  const variantOf = (id: string) => variants.find(({ transaction }) => transaction.id === id);
  const rootsOf = () => [...new Set(variants.map(({ payout }) => payout.root))];
  const ofRoot = (root: string) => variants.filter(({ payout }) => payout.root === root);
  const isMined = ({ transaction }: Variant) =>
    chain.blocks.some(({ transactions }) => transactions.includes(transaction));

  const deposit = (): PlainTransaction => ({
    ...{ id: newId(), inputs: [] },
    outputs: Array.from({ length: 1 + below(3) }, () => ({
      to: pick([...ours, cold, 'foreign']),
      amount: BigInt(1 + below(1_000_000)),
    })),
  });
  /** One of each root at most, if what it spends is there. */
  const mineable = (): PlainTransaction[] =>
    rootsOf().flatMap((root) => {
      const all = ofRoot(root);
      if (all.some(isMined)) return [];
      const outputs = chain.outputs();
      const able = all.filter(
        ({ isEnded, transaction }) =>
          !isEnded && transaction.inputs.every((name) => outputs.has(name) && !outputs.get(name)?.spent),
      );
      return able.length > 0 && below(2) === 0 ? [pick(able).transaction] : [];
    });
  const mine = () => {
    const again = dropped.splice(0, below(dropped.length + 1));
    chain.mine([...again, ...Array.from({ length: below(3) }, deposit), ...mineable()]);
  };
  const follow = async () => {
    await followChain(parts);
    for (const [name, { to }] of chain.outputs()) if (ours.includes(to) || to === cold) seen.add(name);
  };
  const reorganise = () => {
    const depth = Math.min(1 + below(5), chain.blocks.length - 1);
    if (depth === 0) return;
    for (const { transactions } of chain.blocks.splice(-depth))
      dropped.push(...transactions.filter(({ id }) => !variantOf(id)));
    const outputs = chain.outputs();
    for (const name of credited) if (!outputs.has(name)) lost.add(name);
    for (let blocks = 0; blocks <= depth; blocks += 1) mine();
  };
  const settle = async () => {
    const final = chain.blocks.length - confirmations;
    await sql`
      update deposits set status = 'crediting', booking = 1, amount = 1, fee = 0
      where network = ${network} and status = 'confirming' and block_height <= ${final}
    `.execute(kysely);
    await sql`update deposits set status = 'completed' where network = ${network} and status = 'crediting'`.execute(
      kysely,
    );
    await sql`update deposits set loss = null where network = ${network} and loss is not null and block_height <= ${final}`.execute(
      kysely,
    );
    for (const [name, { to, height }] of chain.outputs()) {
      if (!ours.includes(to) || height > final || variantOf(name.split(':')[0] ?? '')) continue;
      credited.add(name);
      lost.delete(name);
    }
    for (const { payout, transaction } of variants) {
      const height = chain.blocks.findIndex(({ transactions }) => transactions.includes(transaction));
      if (height < 0 || height > final || completed.has(payout.id)) continue;
      completed.add(payout.id);
      await kysely.transaction().execute(async (db) => {
        await sql`update payouts set status = 'completed', books = 'settled' where id = ${payout.id}`.execute(
          db,
        );
        for (const other of ofRoot(payout.root)) {
          if (other.payout.id === payout.id) continue;
          await releaseOutputs(db, other.payout);
          await sql`update payouts set status = 'replaced', books = 'settled' where id = ${other.payout.id}`.execute(
            db,
          );
          other.isEnded = true;
        }
      });
    }
  };

  const reservedBy = () => {
    const taken = new Map<string, string>();
    for (const { payout, transaction, isEnded } of variants)
      if (!isEnded) for (const name of transaction.inputs) taken.set(name, payout.root);
    return taken;
  };
  const spendable = () => {
    const taken = reservedBy();
    return [...chain.outputs()].flatMap(([name, { to, spent }]) => {
      if (!ours.includes(to) || spent || taken.has(name)) return [];
      const own = variantOf(name.split(':')[0] ?? '');
      const isFree = own
        ? completed.has(own.payout.id) || ofRoot(own.payout.root).length === 1
        : credited.has(name) && !lost.has(name);
      return isFree ? [name] : [];
    });
  };
  const inputName = ({ transactionId, output }: BitcoinInput) => nameOf({ transactionId, index: output });

  const pay = async (stuck?: Variant) => {
    const free = await listSpendable(kysely, { network });
    const more = Array.from({ length: Math.min(free.length, 1 + below(2)) }, () => pick(free));
    const former = stuck?.payout.terms.family === 'bitcoin' ? stuck.payout.terms.inputs : [];
    const inputs = [...new Map([...former, ...more].map((input) => [inputName(input), input])).values()];
    if (more.length === 0) return;
    const terms: BitcoinTerms = { family: 'bitcoin', inputs, fee: 1n };
    const id = randomUUID();
    const root = stuck?.payout.root ?? id;
    const payout = await kysely.transaction().execute(async (db) => {
      expect(await reserveOutputs(db, { network, root, inputs }), `seed ${seed}`).toBe(true);
      return insertPayout(db, {
        ...{
          id,
          root,
          network,
          kind: 'payout',
          fromAddress: 'ours-hot',
          nonce: null,
          payments: [],
          terms,
          status: 'built',
        },
      });
    });
    if (below(4) === 0) {
      // Never signed: it leaves no trace.
      await kysely.transaction().execute(async (db) => {
        await releaseOutputs(db, payout);
        await sql`delete from payouts where id = ${id}`.execute(db);
      });
      return;
    }
    const outputs = [
      { to: 'foreign', amount: 1n },
      { to: 'ours-hot', amount: BigInt(1 + below(1_000_000)) },
    ];
    const transaction = { id: newId(), inputs: inputs.map(inputName), outputs };
    await sql`
      update payouts set status = 'broadcast', raw = 'raw', transaction_id = ${transaction.id} where id = ${id}
    `.execute(kysely);
    await noteSend(kysely, { network, transactionId: transaction.id, kind: 'payout' });
    variants.push({ payout, transaction, isEnded: false });
  };
  const bump = async () => {
    const open = variants.filter((each) => !each.isEnded && !ofRoot(each.payout.root).some(isMined));
    const stuck = open.filter(({ payout }) => !completed.has(payout.id));
    if (stuck.length > 0) await pay(pick(stuck));
  };

  const compare = async () => {
    const { rows } = await sql<{ row: string }>`
      select concat_ws(' ', transaction_id || ':' || output_index, 'in', coalesce(block_height, -1), 'spent',
        coalesce(spent_height, -1), spent_by, 'for ' || reserved_by) as row
      from chain_outputs where network = ${network}
    `.execute(kysely);
    const [outputs, taken] = [chain.outputs(), reservedBy()];
    const expected = [...seen].map((name) => {
      const there = outputs.get(name);
      const spent = there?.spent ? [there.spent.height, there.spent.by] : [-1];
      const root = taken.get(name);
      return [name, 'in', there?.height ?? -1, 'spent', ...spent, ...(root ? ['for', root] : [])].join(' ');
    });
    expect(rows.map(({ row }) => row).sort(), `seed ${seed}`).toEqual(expected.sort());
    const free = (await listSpendable(kysely, { network })).map(inputName);
    expect(free.sort(), `seed ${seed}`).toEqual(spendable().sort());
  };

  const step = async (take: () => void | Promise<void>) => {
    await take();
    await follow();
    const from = chain.blocks.length - below(8);
    if (below(6) === 0) await rescan(parts, { from, to: from + 2 });
    await compare();
  };
  chain.mine([]);
  await follow();
  // Whatever the seed, there is a payout with a replacement that becomes final; then anything.
  const opening = [
    mine,
    mine,
    mine,
    mine,
    settle,
    () => pay(),
    () => pay(),
    bump,
    mine,
    mine,
    mine,
    mine,
    settle,
  ];
  for (const take of opening) await step(take);
  const any = [mine, mine, mine, () => pay(), () => pay(), bump, reorganise, settle, settle];
  for (let steps = 0; steps < extent({ usual: 20, all: 300 }); steps += 1) await step(pick(any));
}, 600_000);

it('holds a payout for impossible only when all that it replaces would spend the undone change too', async () => {
  const { kysely } = test.database;
  const store = async (transactions: readonly string[], more: { root?: string; undone?: string } = {}) => {
    const id = randomUUID();
    const terms: BitcoinTerms = {
      ...{ family: 'bitcoin', fee: 1n },
      inputs: transactions.map((transactionId) => ({
        ...{ transactionId, output: 0, amount: 2n, path: { branch: 1, index: 0 } },
      })),
    };
    const payout = await insertPayout(kysely, {
      ...{ id, root: more.root ?? id, network, kind: 'sweep', fromAddress: 'ours-hot', nonce: null },
      ...{ payments: [], terms, status: 'built' },
    });
    if (more.undone !== undefined)
      await sql`
        update payouts set status = 'replaced', books = 'settled', raw = 'raw', transaction_id = ${more.undone} where id = ${id}
      `.execute(kysely);
    return payout;
  };
  const [earlier, undone, fine] = ['e', 'd', 'f'].map((digit) => digit.repeat(64)) as [
    string,
    string,
    string,
  ];
  await store([earlier], { undone });
  const alive = await store([fine]);
  const dearer = await store([fine, undone], { root: alive.id });
  const dead = await store([undone, fine]);
  const toOurselves = await store([fine], { root: dead.id });
  const found: boolean[] = [];
  for (const each of [alive, dearer, dead, toOurselves]) found.push(await spendsUndoneChange(kysely, each));
  expect(found).toEqual([false, false, true, false]);
});
