import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AcquirerEvent,
  AcquirerPayment,
  AcquirerPayout,
  PageRequest,
  TokenCard,
} from '@emporion/contracts/acquirer';
import type { TestCard } from '#test-cards.ts';

/** A payment as the sandbox keeps it: never the number of a card. */
export interface StoredPayment extends AcquirerPayment {
  readonly system: string;
  readonly method: string;
  readonly request: PageRequest;
  readonly attempts: number;
  /** The card that its owner's bank is asked about. */
  readonly asked: { readonly card: TokenCard; readonly behaviour: TestCard } | null;
  /** What was given back, by the ids of refunds. */
  readonly refunds?: Readonly<Record<string, string>>;
}

export interface Delivery {
  readonly system: string;
  readonly event: AcquirerEvent;
  readonly tries: number;
  readonly dueMs: number;
}

export interface Stored {
  payments: Record<string, StoredPayment>;
  payouts: Record<string, AcquirerPayout & { readonly system: string }>;
  tokens: Record<string, { readonly card: TokenCard; readonly behaviour: TestCard }>;
  deliveries: Delivery[];
  /** What has been delivered, for whoever wants it once more. */
  delivered: Delivery[];
  /** Payments that are charged back at a time. */
  chargebacks: { readonly payment: string; readonly dueMs: number }[];
  events: number;
}

const deliveredMax = 200;

/** Everything in one file, written whole after each change: it is a sandbox, and outlives a restart. */
export class Store {
  readonly data: Stored;
  readonly #path: string;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#path = join(folder, 'sandbox.json');
    this.data = read(this.#path);
  }

  save(): void {
    this.data.delivered = this.data.delivered.slice(-deliveredMax);
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.data), { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }

  paymentOf(order: string): StoredPayment | undefined {
    return Object.values(this.data.payments).find((payment) => payment.order === order);
  }
}

function read(path: string): Stored {
  const empty = {
    payments: {},
    payouts: {},
    tokens: {},
    deliveries: [],
    delivered: [],
    chargebacks: [],
    events: 0,
  };
  try {
    return { ...empty, ...(JSON.parse(readFileSync(path, 'utf8')) as Stored) };
  } catch {
    return empty;
  }
}
