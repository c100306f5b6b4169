import {
  type Chain,
  costOf,
  type DevelopmentTerms,
  type EvmTerms,
  type Payment,
  paymentToItself,
} from '@emporion/chains';
import type { Platform } from '#platform/platform.ts';
import { freeNonce, isSigned, listGaps, lockNonces } from './nonces.ts';
import { isCancel, type Payout } from './payout.ts';
import type { Draft, OwnAddress, PayoutFamily, PayoutPlace, Prepared } from './payout-network.ts';
import { listUnmined } from './store.ts';

/** A chain on which each address numbers its transactions, and they are mined in that order. */
export interface AccountChain {
  readonly chain: Chain;
  readonly paymentsMax: number;
  /** The number that the chain expects next of an address, by what is mined. */
  nonceOf(address: string): Promise<number>;
  /** All but the number. */
  termsOf(draft: Draft): Promise<AccountTerms>;
  /** As `PayoutFamily.wouldFail`. */
  wouldFail?(draft: Draft): Promise<boolean>;
  /** As much dearer as nodes want of a replacement; undefined when that would pass the ceiling. */
  dearer(terms: AccountTerms): Promise<AccountTerms | undefined>;
}

export type AccountTerms = DevelopmentTerms | EvmTerms;

/** Payouts on a chain of accounts: money lies on the hot address, and a transaction takes the lowest free number of its sender. */
export function accountFamily(
  { database: { kysely } }: Pick<Platform, 'database'>,
  account: AccountChain,
  place: PayoutPlace,
): PayoutFamily {
  const { chain, paymentsMax, nonceOf } = account;
  const { feeCoin } = place;
  const network = place.network.code;
  return {
    ...{ chain, paymentsMax, needsSweeps: true },
    ...(account.wouldFail && { wouldFail: account.wouldFail }),
    funds: (wanted) => fundsOfHot({ database: { kysely } }, { chain, place, wanted }),
    costOf: async (draft) => costOf(await account.termsOf(draft)),
    prepare: async (draft) => {
      const { from, holds } = draft;
      const terms = await account.termsOf(draft);
      const held = holds?.nonce ?? undefined;
      const expected = held ?? (await nonceOf(from.address));
      return {
        cost: costOf(terms),
        plan: async (transaction) => {
          if (held !== undefined) return { nonce: held, terms: { ...terms, nonce: held } };
          await lockNonces(transaction, network);
          const nonce = await freeNonce(transaction, { network, address: from.address, expected });
          return { nonce, terms: { ...terms, nonce } };
        },
      };
    },
    bump: async (stuck) => {
      const terms = await account.dearer(termsOf(stuck));
      return terms && inPlaceOf(stuck, terms);
    },
    cancel: async (payout) => {
      const { fromAddress, nonce } = payout;
      // Its number is used: nothing can take its place, and it will not be mined either.
      if (nonce === null || (await nonceOf(fromAddress)) > nonce) return undefined;
      const former = termsOf(payout);
      // At the ceiling the same fee is tried, once: a node that never took the first one takes it.
      const terms = (await account.dearer(former)) ?? (isCancel(payout) ? undefined : former);
      if (!terms) return undefined;
      return {
        payments: [paymentToItself({ address: fromAddress, path: terms.from, coin: feeCoin })],
        ...inPlaceOf(payout, terms),
      };
    },
    release: async () => undefined,
    lastSend: async () => {
      const { address } = place.hot;
      const nonce = (await nonceOf(address)) - 1;
      if (nonce < 0) return undefined;
      return { name: `${address} ${nonce}`, isKnown: await isSigned(kysely, { network, address, nonce }) };
    },
    gaps: async () => {
      const found: OwnAddress[] = [];
      for (const { address, nonce, path } of await listGaps(kysely, network))
        if ((await nonceOf(address)) < nonce) found.push({ address, path });
      return found;
    },
  };
}

function inPlaceOf({ nonce }: Payout, terms: AccountTerms): Prepared {
  return { cost: costOf(terms), plan: async () => ({ nonce, terms }) };
}

/** What lies on the hot address and is not on its way out already. */
export async function fundsOfHot(
  { database: { kysely } }: { database: Pick<Platform['database'], 'kysely'> },
  { chain, place, wanted }: { chain: Chain; place: PayoutPlace; wanted: Iterable<string> },
): Promise<Map<string, bigint>> {
  const { hot, feeCoin, coins, network } = place;
  const { height } = await chain.tip();
  const funds = new Map<string, bigint>();
  for (const coin of new Set(wanted)) {
    const asset = coins.get(coin);
    if (asset) funds.set(coin, await chain.balance([hot.address], { contract: asset.contract, height }));
  }
  const take = (coin: string, amount: bigint) => funds.set(coin, (funds.get(coin) ?? 0n) - amount);
  const unmined = await listUnmined(kysely, { network: network.code, address: hot.address });
  for (const { payments, cost } of spendings(unmined)) {
    for (const { coin, amount } of payments) take(coin, amount);
    take(feeCoin, cost);
  }
  return funds;
}

/** Of those that share a number only one is mined: what the payments take once, and the highest fee. */
function spendings(unmined: readonly Payout[]): Iterable<{ payments: readonly Payment[]; cost: bigint }> {
  const byRoot = new Map<string, { payments: readonly Payment[]; cost: bigint }>();
  for (const { root, payments, terms, fromAddress } of unmined) {
    const known = byRoot.get(root);
    const cost = costOf(terms);
    const paid = payments.filter(({ to }) => to !== fromAddress);
    byRoot.set(root, {
      payments: known && known.payments.length > 0 ? known.payments : paid,
      cost: known && known.cost > cost ? known.cost : cost,
    });
  }
  return byRoot.values();
}

function termsOf({ id, terms }: Payout): AccountTerms {
  if (terms.family === 'development' || terms.family === 'evm') return terms;
  throw new Error(`The payout ${id} is on the terms of another family.`);
}
