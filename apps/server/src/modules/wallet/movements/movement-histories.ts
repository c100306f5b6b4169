import { swapHistory } from '#modules/swap/history/index.ts';
import { ordersHistory } from '#modules/trading/history/index.ts';
import { ledgerHistory } from '../history/ledger.ts';

/** The followers whose tables the list of movements reads. */
export const movementHistories = [ledgerHistory, ordersHistory, swapHistory] as const;
