import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  acquirerPaths,
  messageAgeMaxSeconds,
  PageRequest,
  PayoutRequest,
  RefundRequest,
  signatureHeader,
  signedText,
  timestampHeader,
} from '@emporion/contracts/acquirer';
import { isIban, isPayeerAccount } from '@emporion/contracts/rest';
import { isSecurityCode, readCard } from '#card-form.ts';
import { type Deliveries, type Merchant, onWire } from '#deliveries.ts';
import { bankPage, type Errors, endPage, isCardMethod, notFoundPage, payPage } from '#pages.ts';
import type { Payments } from '#payments.ts';
import type { Store, StoredPayment } from '#store.ts';
import { style } from '#style.ts';

const bodyBytesMax = 8_192;

interface Sandbox {
  readonly store: Store;
  readonly payments: Payments;
  readonly deliveries: Deliveries;
  readonly merchant: Merchant;
  /** Where people reach it. */
  readonly origin: () => string;
}

interface Answer {
  readonly status: number;
  readonly type: 'text/html' | 'text/css' | 'application/json';
  readonly body: string;
  /** Where whoever cancels goes back to. */
  readonly to?: string;
  /** Where its forms may lead to besides. */
  readonly backTo?: string;
}

const html = (body: string, status = 200): Answer => ({ status, type: 'text/html', body });
const json = (body: unknown, status = 200): Answer => ({
  ...{ status, type: 'application/json', body: JSON.stringify(body) },
});

/** The pages that people pay on, and the calls of the merchant. */
export function createSandbox(sandbox: Sandbox): Server {
  return createServer((request, response) => {
    answer(sandbox, request)
      .catch(() => json({ error: 'server_error' }, 500))
      .then((given) => reply(response, given));
  });
}

function reply(response: ServerResponse, { status, type, body, to, backTo }: Answer): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    ...(to !== undefined && { location: to }),
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self'${backTo === undefined ? '' : ` ${new URL(backTo).origin}`}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

async function answer(sandbox: Sandbox, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  if (url.pathname === '/style.css') return { status: 200, type: 'text/css', body: style };
  const [, system = '', area = '', ...rest] = url.pathname.split('/');
  const body = request.method === 'POST' ? await readBody(request) : '';
  if (body === undefined) return json({ error: 'too_large' }, 413);
  if (area === 'api') return call(sandbox, { system, path: `/api/${rest.join('/')}`, request, body });
  if (area === 'pay') return pay(sandbox, { id: rest[0] ?? '', url, request, body });
  return html(notFoundPage(url.searchParams.get('lang')), 404);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > bodyBytesMax) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** A call of the merchant, signed with the secret of its pay system. */
async function call(
  { store, payments, deliveries, merchant, origin }: Sandbox,
  { system, path, request, body }: { system: string; path: string; request: IncomingMessage; body: string },
): Promise<Answer> {
  const secret = merchant.secretOf(system);
  if (secret === undefined || !isSigned(secret, request, body))
    return json({ error: 'invalid_signature' }, 401);
  const given: unknown = JSON.parse(body);
  switch (path) {
    case acquirerPaths.openPage: {
      const asked = PageRequest.parse(given);
      const { payment } = payments.open(system, asked);
      return json({ payment, page: `${origin()}/${system}/pay/${payment}?lang=${asked.language}` });
    }
    case acquirerPaths.findPayment: {
      const found = store.paymentOf((given as { order: string }).order);
      return found ? json(onWire(found)) : json({ error: 'not_found' }, 404);
    }
    case acquirerPaths.refund:
      return json({ state: payments.refund(RefundRequest.parse(given)) });
    case acquirerPaths.payOut:
      return json(payments.payOut(system, PayoutRequest.parse(given)));
    case acquirerPaths.findPayout: {
      const found = payments.findPayout((given as { order: string }).order);
      return found ? json(found) : json({ error: 'not_found' }, 404);
    }
    case '/api/sandbox':
      return control({ store, payments, deliveries }, given as { order?: string; do: string });
    default:
      return json({ error: 'not_found' }, 404);
  }
}

/** What only a sandbox can do: to be silent, to repeat itself, to refund or refuse to, and to charge back at once. */
async function control(
  { store, payments, deliveries }: Pick<Sandbox, 'store' | 'payments' | 'deliveries'>,
  { order = '', do: action }: { order?: string; do: string },
): Promise<Answer> {
  const payment = store.paymentOf(order);
  if (action === 'charge_back' && payment) payments.chargeBack(payment);
  if (action === 'refund' && payment)
    payments.refund({ refund: randomUUID(), order, amount: payment.amount });
  if (action === 'refuse_refunds') payments.refusesRefunds = true;
  if (action === 'take_refunds') payments.refusesRefunds = false;
  if (action === 'repeat') deliveries.repeat(order);
  if (action === 'silence') deliveries.isSilent = true;
  if (action === 'speak') deliveries.isSilent = false;
  await deliveries.send();
  return json({ waiting: store.data.deliveries.length });
}

function isSigned(secret: string, { headers }: IncomingMessage, body: string): boolean {
  const [timestamp, signature] = [String(headers[timestampHeader]), String(headers[signatureHeader])];
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= messageAgeMaxSeconds)) return false;
  const right = createHmac('sha256', secret).update(signedText(timestamp, body)).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}

/** The hosted page: what is typed here never leaves this process. */
async function pay(
  { payments, deliveries }: Sandbox,
  { id, url, request, body }: { id: string; url: URL; request: IncomingMessage; body: string },
): Promise<Answer> {
  const payment = payments.find(id);
  const form = new URLSearchParams(body);
  const language = form.get('lang') ?? url.searchParams.get('lang');
  if (!payment) return html(notFoundPage(language), 404);
  const { return_url: backTo } = payment.request;
  const shown = (body: string, status = 200): Answer => ({ ...html(body, status), backTo });
  if (request.method !== 'POST' || !payments.isOpen(payment)) return shown(show(payments, payment, language));
  const done = decide(payments, payment, form);
  if ('errors' in done) {
    const typed = {
      holder: form.get('holder') ?? '',
      month: form.get('month') ?? '',
      year: form.get('year') ?? '',
    };
    return shown(
      payPage({ payment, language, errors: done.errors, typed }, savedName(payments, payment)),
      422,
    );
  }
  // Not awaited: a page must not wait for the merchant.
  void deliveries.send();
  if (form.get('do') === 'cancel') return { ...html('', 303), to: backTo };
  const isMistyped = payment.state === 'authenticating' && done.state === 'authenticating';
  return shown(show(payments, done, language, isMistyped ? 'wrongBankCode' : undefined));
}

function decide(
  payments: Payments,
  payment: StoredPayment,
  form: URLSearchParams,
): StoredPayment | { readonly errors: Errors } {
  const action = form.get('do');
  if (action === 'cancel') return payments.cancel(payment);
  if (payment.state === 'authenticating')
    return payments.answerBank(payment, (form.get('bank') ?? '').trim());
  if (!isCardMethod(payment.method)) return payOtherwise(payments, payment, form);
  const { token } = payment.request;
  const saved = token === null ? undefined : payments.savedCard(token);
  if (saved) {
    if (!isSecurityCode(form.get('code') ?? '')) return { errors: { code: 'wrongCode' } };
    return payments.pay(payment, saved.card, saved.behaviour);
  }
  const { errors, card, behaviour } = readCard(form, new Date());
  return Object.keys(errors).length > 0 ? { errors } : payments.pay(payment, card, behaviour);
}

function payOtherwise(payments: Payments, payment: StoredPayment, form: URLSearchParams) {
  const { method } = payment;
  const account = (form.get(method === 'online_wallet' ? 'payeer' : 'iban') ?? '').trim();
  if (method === 'online_wallet' && !isPayeerAccount(account))
    return { errors: { payeer: 'wrongPayeer' } } as const;
  if (method === 'bank_transfer' && !isIban(account)) return { errors: { iban: 'wrongIban' } } as const;
  return payments.payOtherwise(payment, account);
}

function savedName(payments: Payments, { request: { token } }: StoredPayment): string | undefined {
  const saved = token === null ? undefined : payments.savedCard(token);
  return saved && `${saved.card.brand} •••• ${saved.card.last_four}`;
}

function show(
  payments: Payments,
  payment: StoredPayment,
  language: string | null,
  mistake?: 'wrongBankCode',
): string {
  if (!payments.isOpen(payment)) return endPage({ payment, language });
  if (payment.state === 'authenticating') return bankPage({ payment, language, alert: mistake });
  const alert = payment.state === 'refused' && payment.reason !== null ? payment.reason : undefined;
  return payPage(
    { payment, language, alert: alert === 'cancelled' ? undefined : alert },
    savedName(payments, payment),
  );
}
