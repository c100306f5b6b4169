import { demoPassword } from '../apps/server/src/platform/demo/demo-users.ts';

export const pair = 'BTC-USDT';

export async function accessOf(url: string, email: string): Promise<{ access: string; refresh: string }> {
  const answer = await fetch(`${url}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  return (await answer.json()) as { access: string; refresh: string };
}

interface Book {
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

/** How many orders rest at most; each changes a level of its own near the best prices. */
const slots = 40;
const bookEveryMs = 1_000;
/** An access token lives five minutes. */
const renewEveryMs = 120_000;

/** Changes the top of a book by ordinary orders, so many times a second, until it is stopped. Answers with the changes it made. */
export async function keepBookMoving(url: string, perSecond: number) {
  const headers = { authorization: '', 'content-type': 'application/json' };
  const logIn = async (): Promise<void> => {
    headers.authorization = `Bearer ${(await accessOf(url, 'second@emporion.test')).access}`;
  };
  await logIn();
  // What the load is refused once its token is old would otherwise leave the book still, and the page with nothing to do.
  const renew = setInterval(() => void logIn().catch(() => undefined), renewEveryMs);
  const resting = new Map<number, string>();
  let changes = 0;
  let refused = 0;
  let turn = 0;
  const readBook = async (): Promise<Book> =>
    (await (await fetch(`${url}/api/public/v1/stack/${pair}/`)).json()) as Book;
  let book = await readBook();
  const look = setInterval(() => {
    readBook().then(
      (next) => {
        book = next;
      },
      () => undefined,
    );
  }, bookEveryMs);

  async function place(slot: number): Promise<void> {
    const operation = slot % 2 === 0 ? 'buy' : 'sell';
    const [best] = operation === 'buy' ? book.bids : book.asks;
    const away = (1 + Math.floor(slot / 2)) * (operation === 'buy' ? -1 : 1);
    const price = (Number(best?.[0] ?? 64_000) + away * 1.37).toFixed(2);
    const body = JSON.stringify({ type: 0, pair, operation, quantity: `0.00${1 + (slot % 9)}`, price });
    const answer = await fetch(`${url}/api/v1/orders/`, { method: 'POST', headers, body });
    if (!answer.ok) {
      refused += 1;
      return;
    }
    const { id } = (await answer.json()) as { id: string };
    resting.set(slot, id);
    changes += 1;
  }

  async function cancel(slot: number, id: string): Promise<void> {
    resting.delete(slot);
    const { authorization } = headers;
    const answer = await fetch(`${url}/api/v1/orders/${id}/`, {
      method: 'DELETE',
      headers: { authorization },
    });
    if (answer.ok) changes += 1;
  }

  function change(): void {
    const slot = turn % slots;
    turn += 1;
    const id = resting.get(slot);
    void (id === undefined ? place(slot) : cancel(slot, id)).catch(() => {
      refused += 1;
    });
  }
  // A timer that comes late on a busy machine makes up for it: a slower load would flatter the page.
  const beganAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - beganAt) * perSecond) / 1_000;
    while (turn < due) change();
  }, 1_000 / perSecond);

  return {
    changes: () => changes,
    refused: () => refused,
    stop(): void {
      clearInterval(timer);
      clearInterval(look);
      clearInterval(renew);
    },
  };
}
