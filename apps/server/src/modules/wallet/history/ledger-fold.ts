import { type Bucket, type ExchangeEvent, houseAccounts, isHouseAccount, type Posting } from '@emporion/core';
import type { CommittedBatch } from '#platform/runtime.ts';
import { type Moment, walkEvents } from '#runtime/followers/index.ts';
import type { LedgerEntry } from './ledger.ts';

export interface ProjectedBalance extends Record<Bucket, bigint> {
  readonly account: string;
  readonly coin: string;
}

type PostingEvent = Extract<ExchangeEvent, { postings: readonly Posting[] }>;

/** What an event does to one account's money of one coin. */
interface NetChange {
  readonly balance: ProjectedBalance;
  amount: bigint;
}

interface Changes {
  readonly entries: LedgerEntry[];
  readonly balances: Set<ProjectedBalance>;
}

const noChanges = (): Changes => ({ entries: [], balances: new Set() });

/** The ledger as the journal has it. A balance that is missing here is in the database or does not exist yet: it is fetched before the batch is applied. */
export class LedgerFold {
  /** By account, then by coin. */
  readonly balances = new Map<string, Map<string, ProjectedBalance>>();
  #changes = noChanges();

  apply(batch: CommittedBatch): void {
    // Money moves by postings, whatever the event is called.
    walkEvents(batch, (event, moment) => {
      if ('postings' in event) this.#post(event, moment);
    });
  }

  /** What changed since this was last asked for. */
  takeChanges(): Changes {
    const changes = this.#changes;
    this.#changes = noChanges();
    return changes;
  }

  balance(account: string, coin: string): ProjectedBalance {
    let own = this.balances.get(account);
    if (!own) {
      own = new Map();
      this.balances.set(account, own);
    }
    let balance = own.get(coin);
    if (!balance) {
      balance = { account, coin, available: 0n, orders: 0n, withdrawals: 0n, codes: 0n };
      own.set(coin, balance);
    }
    return balance;
  }

  /** Moves the balances, and writes an entry for each account that has more or less than before. */
  #post(event: PostingEvent, moment: Moment): void {
    const nets: NetChange[] = [];
    for (const { account, coin, bucket, amount } of event.postings) {
      const balance = this.balance(account, coin);
      balance[bucket] += amount;
      this.#changes.balances.add(balance);
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
      this.#changes.entries.push({
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
}

/** An event that this code has no word for is called by its own name: its money has moved all the same. */
function kindOf(event: PostingEvent): string {
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
      return snakeCase(event.kind);
  }
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?!^)[A-Z]/g, '_$&').toLowerCase();
}

function referenceOf(event: PostingEvent, { key }: Moment): string {
  switch (event.kind) {
    case 'TradeExecuted':
      return String(event.tradeId);
    case 'WithdrawalEnded':
      return event.withdrawalId;
    case 'CodeEnded':
      return event.codeId;
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
