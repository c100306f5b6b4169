import { volumesFollower } from '#modules/fees/volumes/volumes-follower.ts';
import { marketDataFollower } from '#modules/market-data/market-data-follower.ts';
import { noticesFollower } from '#modules/notifications/notices-follower.ts';
import { swapsFollower } from '#modules/swap/history/swaps-follower.ts';
import { ordersFollower } from '#modules/trading/history/orders-follower.ts';
import { refusalsFollower } from '#modules/trading/refusals-of-day/refusals-follower.ts';
import { ledgerFollower } from '#modules/wallet/history/ledger-follower.ts';
import type { DurableFollower } from '#runtime/followers/index.ts';

/**
 * Everything durable that is made from the journal. It runs in a thread of its own, so each comes from a leaf of its module that has no routes. One that reads
 * the tables of another comes after it.
 */
export const durableFollowers: readonly DurableFollower[] = [
  ordersFollower,
  marketDataFollower,
  ledgerFollower,
  swapsFollower,
  volumesFollower,
  refusalsFollower,
  noticesFollower,
];
