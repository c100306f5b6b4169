// The load generator of `http-orders`, a process of its own. It speaks HTTP/1.1 over plain sockets, one request at a time on each, because a
// client library would cost as much processor as what is measured. Reads its task from the first argument, prints one JSON object.
import { connect } from 'node:net';

/** @type {{ port: number, users: { token: string }[], pair: string, connections: number, seconds: number, warmUpSeconds: number, ratePerSecond: number }} */
const task = JSON.parse(process.argv[2] ?? '');
const end = Buffer.from('\r\n\r\n');

/** One keep-alive connection of one user. */
class Client {
  #socket;
  #token;
  #received = Buffer.alloc(0);
  #settle = () => undefined;

  constructor(token) {
    this.#token = token;
    this.#socket = connect({ host: '127.0.0.1', port: task.port, noDelay: true });
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#settle({ status: 0, body: error.message }));
  }

  send(method, path, body) {
    const text = body === undefined ? '' : JSON.stringify(body);
    const type = text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`;
    return new Promise((settle) => {
      this.#settle = settle;
      this.#socket.write(
        `${method} /api/v1/${path} HTTP/1.1\r\nHost: 127.0.0.1:${task.port}\r\nAuthorization: Bearer ${this.#token}\r\n${type}\r\n${text}`,
      );
    });
  }

  close() {
    this.#socket.destroy();
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

/** Nine orders of ten rest and are cancelled again; the tenth takes, from an order that another user has just placed for it. */
async function cycle(client, other, number) {
  const price = (base, spread) => (base + (number % spread)).toFixed(2);
  const order = { type: 0, pair: task.pair, operation: 'buy', quantity: '0.001', price: price(50_000, 500) };
  if (number % 10 === 0) {
    await timed(other, 'POST', 'orders', { ...order, operation: 'sell', price: '60000' }, 'placed');
    await timed(
      client,
      'POST',
      'orders',
      { ...order, price: '60000', time_in_force: 'ioc', self_trade: 'oldest' },
      'taken',
    );
    return;
  }
  const placed = await timed(client, 'POST', 'orders', order, 'placed');
  if (placed === undefined) return;
  await timed(client, 'DELETE', `orders/${placed}`, undefined, 'cancelled');
}

async function timed(client, method, path, body, count) {
  const asked = await turn();
  const answer = await client.send(method, path, body);
  latencies.push(performance.now() - asked);
  if (answer.status === 200) {
    counts[count] += 1;
    // The id stands first in an order.
    return /"id":"?([0-9]+)/.exec(answer.body)?.[1];
  }
  counts.refused += 1;
  firstRefusal ||= `${answer.status} ${answer.body}`;
  return undefined;
}

let nextTurn = performance.now();

/** At full load every moment is right. At a given rate, the moment that was planned counts, also when it comes late: waiting in line is latency. */
async function turn() {
  if (task.ratePerSecond === 0) return performance.now();
  const planned = nextTurn;
  nextTurn += 1_000 / task.ratePerSecond;
  const wait = planned - performance.now();
  if (wait > 1) await new Promise((done) => setTimeout(done, wait));
  return planned;
}

const clients = Array.from({ length: task.connections }, (_, index) => ({
  client: new Client(task.users[index % task.users.length].token),
  other: new Client(task.users[(index + 1) % task.users.length].token),
}));
let stop = false;
let number = 0;
const work = clients.map(async ({ client, other }) => {
  while (!stop) {
    number += 1;
    await cycle(client, other, number);
  }
});

await new Promise((done) => setTimeout(done, task.warmUpSeconds * 1_000));
for (const name of Object.keys(counts)) counts[name] = 0;
latencies = [];
const began = performance.now();
await new Promise((done) => setTimeout(done, task.seconds * 1_000));
const seconds = (performance.now() - began) / 1_000;
const result = { ...counts };
const sorted = latencies.toSorted((left, right) => left - right);
stop = true;
await Promise.race([Promise.all(work), new Promise((done) => setTimeout(done, 5_000))]);
for (const { client, other } of clients) {
  client.close();
  other.close();
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
