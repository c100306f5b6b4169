// The followers of `feeds`, a process of their own: thousands of sockets on one book, and a few traders who keep it moving. Reads its task from the
// first argument, prints one JSON object.
import { listenPlainly } from './feeds-plain-listener.mjs';

/** @type {{ url: string, tokens: string[], pair: string, sockets: number, seconds: number, ordersPerSecond: number }} */
const task = JSON.parse(process.argv[2] ?? '');
/** No address may have more sockets than this, so they come from many. */
const socketsPerAddress = 50;
/** Every so many sockets look into their messages for the age of what they hear; the others only read the sequence. */
const lookingEvery = 20;

/** When the server acknowledged the order at a price. */
const acknowledged = new Map();
const ages = [];
/** How long traders waited for the answer to an order. */
const waits = [];
let delivered = 0;
let gaps = 0;

function listen(index) {
  let last = -1;
  let socket;
  const opened = new Promise((resolve, reject) => {
    socket = listenPlainly({
      port: Number(new URL(task.url).port),
      path: '/wsapi/v1/trading',
      localAddress: `127.0.0.${1 + Math.floor(index / socketsPerAddress)}`,
      command: { command: 'add_stack', params: { pair: task.pair } },
      onMessage(sequence, payload) {
        if (sequence === 0) resolve(undefined);
        else if (sequence !== last + 1) gaps += 1;
        last = sequence;
        delivered += 1;
        if (index % lookingEvery === 0 && sequence > 0) noteAges(JSON.parse(payload), performance.now());
      },
    });
    socket.once('error', reject);
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
  const sent = performance.now();
  const answer = await fetch(`${task.url}/api/v1/orders/`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  waits.push(performance.now() - sent);
  acknowledged.set(price, performance.now());
  const { id } = await answer.json();
  await new Promise((done) => setTimeout(done, 1_000));
  acknowledged.delete(price);
  await fetch(`${task.url}/api/v1/orders/${id}/`, {
    method: 'DELETE',
    headers: { authorization: headers.authorization },
  });
}

/** What the server says of itself: its memory in bytes, and the seconds of processor time it has taken. */
async function readServer() {
  const headers = { authorization: `Bearer ${task.metricsToken}` };
  const text = await (await fetch(`${task.url}/metrics`, { headers })).text();
  const figure = (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  return {
    bytes: figure('process_resident_memory_bytes'),
    cpuSeconds: figure('process_cpu_seconds_total'),
  };
}

const before = await readServer();
const listeners = [];
for (let index = 0; index < task.sockets; index += socketsPerAddress) {
  const some = Array.from({ length: Math.min(socketsPerAddress, task.sockets - index) }, (_, nth) =>
    listen(index + nth),
  );
  await Promise.all(some.map(({ opened }) => opened));
  listeners.push(...some);
}
const after = await readServer();

let failure;
const timer = setInterval(() => {
  const token = task.tokens[number % task.tokens.length];
  trade(token).catch((error) => {
    failure ??= String(error);
  });
}, 1_000 / task.ordersPerSecond);
await new Promise((done) => setTimeout(done, 2_000));
const measuredFrom = await readServer();
delivered = 0;
for (const figures of [ages, waits]) figures.length = 0;
const began = performance.now();
await new Promise((done) => setTimeout(done, task.seconds * 1_000));
const seconds = (performance.now() - began) / 1_000;
const counted = delivered;
const during = await readServer();
clearInterval(timer);
const at = (figures, part) => {
  const sorted = figures.toSorted((left, right) => left - right);
  return Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1));
};
for (const { socket } of listeners) socket.destroy();
process.stdout.write(
  `${JSON.stringify({
    deliveredPerSecond: Math.round(counted / seconds),
    serverCpuPercent: Math.round((100 * (during.cpuSeconds - measuredFrom.cpuSeconds)) / seconds),
    p50AgeMs: at(ages, 0.5),
    p99AgeMs: at(ages, 0.99),
    p50OrderMs: at(waits, 0.5),
    p99OrderMs: at(waits, 0.99),
    looked: ages.length,
    gaps,
    bytesPerSocket: Math.round((after.bytes - before.bytes) / task.sockets),
    bytesPerSocketUnderLoad: Math.round((during.bytes - before.bytes) / task.sockets),
    failure,
  })}\n`,
);
process.exit(0);
