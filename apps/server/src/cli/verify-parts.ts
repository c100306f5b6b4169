import { approvalsPart } from '#modules/approvals/verify-approvals.ts';
import { auditPart } from '#modules/audit/verify-audit.ts';
import { bankPart } from '#modules/bank/verify-bank.ts';
import { cardsPart } from '#modules/cards/verify-cards.ts';
import { volumesPart } from '#modules/fees/volumes/verify-volumes.ts';
import { marketDataPart } from '#modules/market-data/verify-market-data.ts';
import { publicationsPart } from '#modules/proof-of-liabilities/verify-publications.ts';
import { swapsPart } from '#modules/swap/history/verify-swaps.ts';
import { ordersPart } from '#modules/trading/history/verify-orders.ts';
import { refusalsPart } from '#modules/trading/refusals-of-day/verify-refusals.ts';
import { booksPart } from '#modules/wallet/books/verify-books.ts';
import { ledgerPart } from '#modules/wallet/history/verify-ledger.ts';
import type { VerifyPart } from '#runtime/index.ts';

/** What modules compare with the journal beside the exchange itself. Each folds the journal once more, so they are made anew for every verification. */
export const verifyParts = (): VerifyPart[] => [
  ordersPart(),
  marketDataPart(),
  ledgerPart(),
  swapsPart(),
  volumesPart(),
  booksPart(),
  bankPart(),
  cardsPart(),
  refusalsPart(),
  publicationsPart(),
  auditPart(),
  approvalsPart(),
];
