import { pagesMax } from '@emporion/contracts/sockets';
import { ledgerHistory, listWalletRecords, type WalletKind } from '#modules/wallet/index.ts';
import type { App } from '#platform/http/app.ts';
import { registerTopic, type Subscriber } from '#realtime/index.ts';
import type { Unnumbered } from '../broadcast.ts';
import type { FeedParts } from '../feed-parts.ts';
import { accountOf } from './account-of.ts';
import type { OwnFeeds } from './own-feeds.ts';

const pageSize = 20;

/** What came in and left. Trades have a list of their own. */
const everything: readonly WalletKind[] = [
  'deposit',
  'withdrawal',
  'transfer',
  'code',
  'adjustment',
  'bonus',
];

type HistoryKind =
  | 'wallet_history'
  | 'wallet_history_topups'
  | 'wallet_history_withdrawals'
  | 'wallet_history_ticker';

interface Wanted {
  readonly kinds: readonly WalletKind[];
  readonly page: number;
  readonly coin?: string;
}

/** One's own deposits, withdrawals and transfers, page by page: from the moment that they are seen or asked for, confirmation by confirmation. */
export function addWalletHistoryTopics(app: App, parts: FeedParts, feeds: OwnFeeds): void {
  const open = (subscriber: Subscriber, kind: HistoryKind, wanted: Wanted) => {
    const account = accountOf(subscriber);
    return feeds.follow(subscriber, {
      account,
      name: `${kind} ${wanted.coin ?? ''} ${wanted.page}`,
      read: () => readHistory(parts, { account, kind, wanted }),
      fromHistory: ledgerHistory,
    });
  };
  registerTopic(app, {
    name: 'wallet_history',
    open: (who, { page }) => open(who, 'wallet_history', { kinds: everything, page }),
  });
  registerTopic(app, {
    name: 'wallet_history_topups',
    open: (who, { page }) => open(who, 'wallet_history_topups', { kinds: ['deposit'], page }),
  });
  registerTopic(app, {
    name: 'wallet_history_withdrawals',
    open: (who, { page }) => open(who, 'wallet_history_withdrawals', { kinds: ['withdrawal'], page }),
  });
  registerTopic(app, {
    name: 'wallet_history_ticker',
    open: (who, { ticker, page }) =>
      open(who, 'wallet_history_ticker', { kinds: everything, coin: ticker, page }),
  });
}

async function readHistory(
  { platform }: FeedParts,
  { account, kind, wanted }: { account: string; kind: HistoryKind; wanted: Wanted },
): Promise<Unnumbered> {
  const { kinds, page, coin } = wanted;
  const { results, pages } = await listWalletRecords(platform, {
    ...{ account, coin, kinds, page, pageSize, pagesMax },
  });
  // The kind of one coin carries it and the others do not, as their contracts say.
  return {
    kind,
    ...(coin !== undefined && { ticker: coin }),
    page,
    total_pages: pages,
    results,
  } as Unnumbered;
}
