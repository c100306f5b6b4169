import { setTimeout as wait } from 'node:timers/promises';

export interface Person {
  readonly side: 'buy' | 'sell';
  readonly token: string;
}

interface Call {
  readonly person: Person;
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: { readonly client_order_id: string };
}

interface Answer {
  readonly status: number;
  readonly body: { readonly id?: string; readonly status?: string; readonly code?: string };
}

export async function logIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Emporion-1' }),
  });
  return ((await answer.json()) as { access: string }).access;
}

/** A server that has just started may still be busy with its history: it says so, and is asked again. */
const patienceMs = 300_000;

async function ask(url: string, person: Person, path: string): Promise<unknown> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    if (answer.status === 200) return answer.json();
    if (answer.status !== 503 || Date.now() > deadline)
      throw new Error(`${path} was answered with ${answer.status}`);
    await wait(500);
  }
}

async function send(url: string, { person, method, path, body }: Call): Promise<Answer> {
  const answer = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

/** Remembers what the server answered, and what it did not. */
export class Witness {
  /** The number of the order that was acknowledged, by client order id. */
  readonly placed = new Map<string, string>();
  /** The numbers of the orders whose cancellation was acknowledged. */
  readonly cancelled = new Set<string>();
  /** Calls without an answer, or with one that says that nobody knows. They may have happened. */
  #doubtful: Call[] = [];
  readonly #onPlaced: (placed: number) => void;

  /** Tells after each acknowledged order how many there are. */
  constructor(onPlaced: (placed: number) => void) {
    this.#onPlaced = onPlaced;
  }

  get doubtful(): number {
    return this.#doubtful.length;
  }

  /** Nothing when the server cannot be talked to any more. */
  async send(url: string, call: Call): Promise<Answer | undefined> {
    const answer = await send(url, call).catch(() => undefined);
    if (!answer || answer.status >= 500) {
      // 503 says that nothing happened; asking again does no harm.
      this.#doubtful.push(call);
      return undefined;
    }
    const { id } = answer.body;
    if (answer.status !== 200 || id === undefined) return answer;
    if (call.body) {
      this.placed.set(call.body.client_order_id, id);
      this.#onPlaced(this.placed.size);
    } else this.cancelled.add(id);
    return answer;
  }

  /** Asks again where no answer came; then everything has one. */
  async settleDoubts(url: string): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (this.#doubtful.length > 0) {
      if (Date.now() > deadline) throw new Error('The server did not answer after its restart.');
      const calls = this.#doubtful;
      this.#doubtful = [];
      for (const call of calls) await this.send(url, call);
      if (this.#doubtful.length > 0) await wait(500);
    }
  }
}

/** One of many who trade: buys and sells meet, some are taken away again, until the server no longer answers. */
async function trade(
  url: string,
  person: Person,
  { name, seen }: { name: string; seen: Witness },
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const order = {
      pair: 'BTC-USDT',
      operation: person.side,
      quantity: '0.0002',
      client_order_id: `${name}:${turn}`,
    };
    const call =
      turn % 5 === 4
        ? { path: 'market/', body: order }
        : { path: 'orders/', body: { type: 0, price: String(50_000 + (turn % 3)), ...order } };
    const placed = await seen.send(url, { person, method: 'POST', ...call });
    if (!placed) return;
    const path =
      placed.body.code === 'order_too_many_open'
        ? 'orders/'
        : turn % 2 === 0 && placed.body.status === 'open' && `orders/${placed.body.id}/`;
    if (path && !(await seen.send(url, { person, method: 'DELETE', path }))) return;
  }
}

/** Trades with so many callers at once; resolves when the server no longer answers any of them. */
export async function tradeUntilDead(
  url: string,
  people: readonly Person[],
  { round, callers, seen }: { round: number; callers: number; seen: Witness },
): Promise<void> {
  const trading = Array.from({ length: callers }, async (_, caller) => {
    const person = people[caller % people.length];
    if (person) await trade(url, person, { name: `${round}:${caller}`, seen });
  });
  await Promise.all(trading);
}

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly client_order_id: string | null;
}

/** Every order that somebody ever placed. */
export async function listEverything(url: string, person: Person): Promise<Listed[]> {
  const orders: Listed[] = [];
  let cursor = '';
  for (;;) {
    const page = (await ask(url, person, `orders/?limit=200${cursor}`)) as {
      results: Listed[];
      next: string | null;
    };
    orders.push(...page.results);
    if (page.next === null) return orders;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
}
