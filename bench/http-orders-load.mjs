// The load generator of `http-orders`, a process of its own. It speaks HTTP/1.1 over plain sockets, one request at a time on each, because a
// client library would cost as much processor as what is measured. Reads its task from the first argument, prints a line when it begins to measure, and then
// one JSON object.
import { connect } from 'node:net';

/** @type {{ port: number, users: { token: string }[], pair: string, connections: number, seconds: number, warmUpSeconds: number,
 *   ratePerSecond: number, quotes: number }} Makers place so many quotes in one request; with 1, every order and cancel is a request of its own. */
const task = JSON.parse(process.argv[2] ?? '');
const end = Buffer.from('\r\n\r\n');

/** One keep-alive connection of one user, opened with its first request: the server closes one that says nothing. */
class Client {
  #socket;
  #token;
  #received = Buffer.alloc(0);
  #settle = () => undefined;

  constructor(token) {
    this.#token = token;
  }

  #open() {
    const socket = connect({ host: '127.0.0.1', port: task.port, noDelay: true });
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#socket = undefined;
      this.#received = Buffer.alloc(0);
      this.#settle({ status: 0, body: 'the connection was closed' });
    });
    return socket;
  }

  send(method, path, body) {
    const text = body === undefined ? '' : JSON.stringify(body);
    const type = text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`;
    return new Promise((settle) => {
      this.#settle = settle;
      this.#socket ??= this.#open();
      this.#socket.write(
        `${method} /api/v1/${path} HTTP/1.1\r\nHost: 127.0.0.1:${task.port}\r\nAuthorization: Bearer ${this.#token}\r\n${type}\r\n${text}`,
      );
    });
  }

  close() {
    this.#socket?.destroy();
  }

  #read(chunk) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(end);
    if (headEnd < 0) return;
    const head = this.#received.latin1Slice(0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const whole = headEnd + end.length + length;
    if (this.#received.length < whole) return;
    const body = this.#received.utf8Slice(headEnd + end.length, whole);
    this.#received = this.#received.subarray(whole);
    this.#settle({ status: Number(head.slice(9, 12)), body });
  }
}

const counts = { placed: 0, cancelled: 0, taken: 0, refused: 0 };
let latencies = [];
let firstRefusal = '';

const sellAt = '60000';
const offers = Math.max(1, Math.floor(task.quotes / 10));

/** Nine orders of ten rest and are cancelled again; the tenth takes, from an order that another user has just placed for it. */
async function cycle(taker, maker, number) {
  const order = { type: 0, pair: task.pair, operation: 'buy', quantity: '0.001' };
  const quote = (at) => ({ ...order, price: (50_000 + (at % 500)).toFixed(2) });
  const offer = { ...order, operation: 'sell', price: sellAt };
  const take = { ...order, price: sellAt, time_in_force: 'ioc', self_trade: 'oldest' };
  if (task.quotes > 1) {
    const resting = Array.from({ length: task.quotes - offers }, (_, index) => quote(number + index));
    const orders = [...resting, ...Array(offers).fill(offer)];
    const ids = await timed(maker, ['POST', 'orders/batch', { orders }], 'placed', orders.length);
    for (let count = 0; count < offers; count += 1) await timed(taker, ['POST', 'orders', take], 'taken');
    if (ids.length === orders.length) {
      const cancelled = ids.slice(0, resting.length);
      await timed(maker, ['POST', 'orders/batch/cancel', { ids: cancelled }], 'cancelled', resting.length);
    }
  } else if (number % 10 === 0) {
    await timed(maker, ['POST', 'orders', offer], 'placed');
    await timed(taker, ['POST', 'orders', take], 'taken');
  } else {
    const [id] = await timed(taker, ['POST', 'orders', quote(number)], 'placed');
    if (id) await timed(taker, ['DELETE', `orders/${id}`], 'cancelled');
  }
}

/** The id stands first in an order; one that was refused has none. */
const ofOne = /"id":"?([0-9]+)/;
const ofMany = /"order":\{"id":"?([0-9]+)/g;

/** Sends a request of so many operations, counts those that were acknowledged, and answers with the ids of their orders. */
async function timed(client, request, count, operations = 1) {
  const asked = await turn(operations);
  const { status, body } = await client.send(...request);
  latencies.push(performance.now() - asked);
  const ids =
    operations === 1
      ? [ofOne.exec(body)?.[1]].filter(Boolean)
      : Array.from(body.matchAll(ofMany), ([, id]) => id);
  const done = status === 200 ? ids.length : 0;
  counts[count] += done;
  if (done === operations) return ids;
  counts.refused += operations - done;
  firstRefusal ||= `${status} ${body.slice(0, 500)}`;
  return [];
}

let nextTurn = performance.now();

/** At full load every moment is right. At a given rate, the moment that was planned counts, also when it comes late: waiting in line is latency. */
async function turn(operations) {
  if (task.ratePerSecond === 0) return performance.now();
  const planned = nextTurn;
  nextTurn += (1_000 / task.ratePerSecond) * operations;
  const wait = planned - performance.now();
  if (wait > 1) await new Promise((done) => setTimeout(done, wait));
  return planned;
}

// Half of the users offer and half of them take, so that nobody trades with himself.
const makers = task.users.slice(0, Math.floor(task.users.length / 2));
const takers = task.users.slice(makers.length);
const clients = Array.from({ length: task.connections }, (_, index) => ({
  taker: new Client(takers[index % takers.length].token),
  maker: new Client(makers[index % makers.length].token),
}));
let stop = false;
let number = 0;
const work = clients.map(async ({ taker, maker }) => {
  while (!stop) {
    number += 1;
    await cycle(taker, maker, number);
  }
});

await new Promise((done) => setTimeout(done, task.warmUpSeconds * 1_000));
for (const name of Object.keys(counts)) counts[name] = 0;
latencies = [];
process.stdout.write('measuring\n');
const began = performance.now();
await new Promise((done) => setTimeout(done, task.seconds * 1_000));
const seconds = (performance.now() - began) / 1_000;
const result = { ...counts };
const sorted = latencies.toSorted((left, right) => left - right);
stop = true;
await Promise.race([Promise.all(work), new Promise((done) => setTimeout(done, 5_000))]);
for (const { taker, maker } of clients) {
  taker.close();
  maker.close();
}
const at = (part) => Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(2));
const perSecond = (count) => Number((count / seconds).toFixed(1));
process.stdout.write(
  `${JSON.stringify({
    ordersPerSecond: perSecond(result.placed + result.taken),
    operationsPerSecond: perSecond(result.placed + result.taken + result.cancelled),
    takenPerSecond: perSecond(result.taken),
    refused: result.refused,
    firstRefusal,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  })}\n`,
);
process.exit(0);
