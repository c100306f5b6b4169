/**
 * A pay system as somebody would write one who has read docs/cards.md and nothing else: a process of its own that uses no code of this repository, and has
 * the words of the port written out. It takes the secret from its environment, where to post events from its input, and prints its address. Its page has
 * one button, by which the payment is paid.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const secret = process.env.PAY_SYSTEM_SECRET;
const payments = new Map();
const payouts = new Map();
const cards = new Map();
let hook;

const sign = (time, body) => createHmac('sha256', secret).update(`${time}.${body}`).digest();

function isSigned(headers, body) {
  const time = headers['x-acquirer-timestamp'] ?? '';
  const given = Buffer.from(headers['x-acquirer-signature'] ?? '', 'hex');
  const right = sign(time, body);
  const isLate = !(Math.abs(Date.now() / 1000 - Number(time)) <= 300);
  return given.length === right.length && timingSafeEqual(given, right) && !isLate;
}

/** Posts an event until it is taken, as long as this process lives. */
async function tell(event) {
  const body = JSON.stringify({ id: randomUUID(), ...event });
  for (;;) {
    const time = String(Math.floor(Date.now() / 1000));
    const headers = {
      'content-type': 'application/json',
      'x-acquirer-timestamp': time,
      'x-acquirer-signature': sign(time, body).toString('hex'),
    };
    const answer = await fetch(hook, { method: 'POST', headers, body }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}

const hundredths = (amount) => Math.round(Number(amount) * 100);
const refundedOf = ({ refunds }) => [...refunds.values()].reduce((sum, each) => sum + each, 0);
const said = (payment) => ({
  payment: payment.payment,
  order: payment.order,
  amount: payment.amount,
  currency: payment.currency,
  state: payment.state,
  reason: null,
  refunded: (refundedOf(payment) / 100).toFixed(2),
  card: payment.card,
});

const calls = {
  '/api/payments/open': (asked, origin) => {
    const known = payments.get(asked.order);
    const payment = known ?? {
      ...asked,
      payment: randomUUID(),
      state: 'open',
      card: null,
      refunds: new Map(),
    };
    payments.set(asked.order, payment);
    return { payment: payment.payment, page: `${origin}/page/${payment.order}` };
  },
  '/api/payments/find': ({ order }) => payments.has(order) && said(payments.get(order)),
  '/api/payments/refund': ({ refund, order, amount }) => {
    const payment = payments.get(order);
    if (payment?.refunds.has(refund)) return { state: 'refunded' };
    const isCovered = payment && refundedOf(payment) + hundredths(amount) <= hundredths(payment.amount);
    if (!isCovered || payment.state !== 'paid') return { state: 'refused' };
    payment.refunds.set(refund, hundredths(amount));
    if (refundedOf(payment) === hundredths(payment.amount)) payment.state = 'refunded';
    void tell({ kind: 'payment', payment: said(payment) });
    return { state: 'refunded' };
  },
  '/api/payouts/send': ({ order, amount, currency, to }) => {
    if (payouts.has(order)) return payouts.get(order);
    const isRefused = 'token' in to && !cards.has(to.token);
    const payout = { order, amount, currency, state: isRefused ? 'refused' : 'paid' };
    payouts.set(order, payout);
    void tell({ kind: 'payout', payout });
    return { ...payout, state: 'sending' };
  },
  '/api/payouts/find': ({ order }) => payouts.get(order),
};

/** Somebody pressed the button of the page. */
function pay(payment) {
  const token = payment.save_card ? randomUUID() : null;
  if (payment.method.endsWith('_card'))
    payment.card = { brand: 'mastercard', last_four: '4444', expires_month: 1, expires_year: 2040, token };
  if (token !== null) cards.set(token, payment.card);
  payment.state = 'paid';
  void tell({ kind: 'payment', payment: said(payment) });
}

const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();
  const answer = (status, value) => response.writeHead(status).end(JSON.stringify(value));
  const origin = `http://${request.headers.host}`;
  const { pathname } = new URL(request.url, origin);
  const page = /^\/page\/(.+)$/.exec(pathname);
  if (page) {
    pay(payments.get(page[1]));
    return answer(200, {});
  }
  // Below a path, as where one host serves many shops.
  const call = pathname.startsWith('/shops/17/') ? calls[pathname.slice('/shops/17'.length)] : undefined;
  if (!call) return answer(400, {});
  if (!isSigned(request.headers, body)) return answer(401, {});
  const value = call(JSON.parse(body), origin);
  return value ? answer(200, value) : answer(404, {});
});

createInterface({ input: process.stdin }).once('line', (line) => {
  hook = line;
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}/shops/17\n`);
});
// Whoever started it has gone.
process.stdin.once('end', () => process.exit(0));
