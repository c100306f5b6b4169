import { type ExchangeEvent, houseAccounts, isHouseAccount, type Posting } from '@emporion/core';
import { invariant } from '@emporion/kernel';
import type { LedgerEntryKind } from '#runtime/projections/history/ledger.ts';
import type { Changes, Moment } from './changes.ts';
import type { ProjectedBalance, ProjectionState } from './state.ts';

export type PostingEvent = Extract<ExchangeEvent, { postings: readonly Posting[] }>;

/** What an event does to one account's money of one coin. */
interface NetChange {
  readonly balance: ProjectedBalance;
  amount: bigint;
}

/** Moves the balances, and writes an entry for each account that has more or less than before. */
export function postMoney(
  state: ProjectionState,
  changes: Changes,
  event: PostingEvent,
  moment: Moment,
): void {
  const nets: NetChange[] = [];
  for (const { account, coin, bucket, amount } of event.postings) {
    const balance = state.balance(account, coin);
    balance[bucket] += amount;
    changes.balances.add(balance);
    const net = nets.find((candidate) => candidate.balance === balance);
    if (net) net.amount += amount;
    else nets.push({ balance, amount });
  }
  let line = 0;
  for (const net of nets) {
    const { balance, amount } = net;
    const fee = feeOf(event, net, nets);
    // Money that was held or set free has not left its account. What was received and went whole into the fee is worth a line.
    if (amount === 0n && fee === 0n) continue;
    const { account, coin } = balance;
    changes.ledgerEntries.push({
      event: moment.event,
      line,
      account,
      coin,
      kind: kindOf(event),
      amount,
      fee,
      balance: balance.available + balance.orders + balance.withdrawals + balance.codes,
      reference: referenceOf(event, moment),
      at: moment.at,
    });
    line += 1;
  }
}

function kindOf(event: PostingEvent): LedgerEntryKind {
  switch (event.kind) {
    case 'TradeExecuted':
      return 'trade';
    case 'MoneyMoved':
      return event.cause;
    case 'WithdrawalEnded':
      return 'withdrawal';
    case 'CodeEnded':
      return 'code';
    default:
      invariant(false, `The journal moves money between accounts by ${event.kind}, which only holds it.`);
  }
}

function referenceOf(event: PostingEvent, { key }: Moment): string {
  switch (event.kind) {
    case 'TradeExecuted':
      return String(event.tradeId);
    case 'WithdrawalEnded':
      return event.withdrawalId;
    case 'CodeEnded':
      return event.codeId;
    case 'MoneyMoved':
      return event.reference || key;
    default:
      return key;
  }
}

/** The fee of a trade is taken from what each side receives; that of anything else is paid by whoever gives the coin. */
function feeOf(event: PostingEvent, { balance, amount }: NetChange, nets: readonly NetChange[]): bigint {
  const { account, coin } = balance;
  if (event.kind === 'TradeExecuted') {
    if (amount < 0n) return 0n;
    if (account === event.makerAccount) return event.makerFee;
    return account === event.takerAccount ? event.takerFee : 0n;
  }
  if (amount >= 0n || isHouseAccount(account)) return 0n;
  const fees = nets.find((net) => net.balance.account === houseAccounts.fees && net.balance.coin === coin);
  return fees && fees.amount > 0n ? fees.amount : 0n;
}
