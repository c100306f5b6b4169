// The followers of `feeds`, a process of their own: thousands of sockets on one book, and a few traders who keep it moving. Reads its task from the
// first argument, prints one JSON object.
import { WebSocket } from 'ws';

/** @type {{ url: string, tokens: string[], pair: string, sockets: number, seconds: number, ordersPerSecond: number }} */
const task = JSON.parse(process.argv[2] ?? '');
/** No address may have more sockets than this, so they come from many. */
const socketsPerAddress = 50;
/** Every so many sockets look into their messages for the age of what they hear; the others only count. */
const lookingEvery = 20;

/** When the server acknowledged the order at a price. */
const acknowledged = new Map();
const ages = [];
let delivered = 0;
let gaps = 0;

function listen(index) {
  const host = `127.0.0.${1 + Math.floor(index / socketsPerAddress)}`;
  const socket = new WebSocket(`${task.url.replace('http', 'ws')}/wsapi/v1/trading`, { localAddress: host });
  let last = -1;
  const opened = new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => {
      socket.send(JSON.stringify({ command: 'add_stack', params: { pair: task.pair } }));
    });
    socket.on('message', (data) => {
      const now = performance.now();
      const text = data.toString();
      // The sequence stands first in a message.
      const sequence = Number(/^\{"sequence":(\d+)/.exec(text)?.[1] ?? -1);
      if (sequence === 0) resolve(undefined);
      else if (sequence !== last + 1) gaps += 1;
      last = sequence;
      delivered += 1;
      if (index % lookingEvery === 0 && sequence > 0) noteAges(JSON.parse(text), now);
    });
  });
  return { socket, opened };
}

function noteAges({ bids }, now) {
  for (const [price, quantity] of bids) {
    const at = acknowledged.get(price);
    if (quantity !== '0' && at !== undefined) ages.push(now - at);
  }
}

let number = 0;

/** Places an order at a price of its own, and takes it away a moment later. */
async function trade(token) {
  number += 1;
  const price = `${40_000 + (number % 5_000)}.${10 + (Math.floor(number / 5_000) % 90)}`.replace(/0$/, '');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ type: 0, pair: task.pair, operation: 'buy', quantity: '0.001', price });
  const answer = await fetch(`${task.url}/api/v1/orders/`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  acknowledged.set(price, performance.now());
  const { id } = await answer.json();
  await new Promise((done) => setTimeout(done, 1_000));
  acknowledged.delete(price);
  await fetch(`${task.url}/api/v1/orders/${id}/`, {
    method: 'DELETE',
    headers: { authorization: headers.authorization },
  });
}

async function memoryOf(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0);
}

const before = await memoryOf(task.url);
const listeners = [];
for (let index = 0; index < task.sockets; index += socketsPerAddress) {
  const some = Array.from({ length: Math.min(socketsPerAddress, task.sockets - index) }, (_, nth) =>
    listen(index + nth),
  );
  await Promise.all(some.map(({ opened }) => opened));
  listeners.push(...some);
}
const after = await memoryOf(task.url);

let failure;
const timer = setInterval(() => {
  const token = task.tokens[number % task.tokens.length];
  trade(token).catch((error) => {
    failure ??= String(error);
  });
}, 1_000 / task.ordersPerSecond);
await new Promise((done) => setTimeout(done, 2_000));
delivered = 0;
ages.length = 0;
const began = performance.now();
await new Promise((done) => setTimeout(done, task.seconds * 1_000));
const seconds = (performance.now() - began) / 1_000;
const deliveredPerSecond = delivered / seconds;
const during = await memoryOf(task.url);
clearInterval(timer);
const sorted = ages.toSorted((left, right) => left - right);
const at = (part) => Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1));
for (const { socket } of listeners) socket.terminate();
process.stdout.write(
  `${JSON.stringify({
    deliveredPerSecond: Number(deliveredPerSecond.toFixed(0)),
    p50AgeMs: at(0.5),
    p99AgeMs: at(0.99),
    looked: sorted.length,
    gaps,
    bytesPerSocket: Math.round((after - before) / task.sockets),
    bytesPerSocketUnderLoad: Math.round((during - before) / task.sockets),
    failure,
  })}\n`,
);
process.exit(0);
