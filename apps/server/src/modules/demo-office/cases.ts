import type { Approval, CardOrder, CardPreview, Ticket, Withdrawal } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { kycProviderOf } from '#modules/kyc/index.ts';
import { valueForLimits } from '#modules/wallet/index.ts';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { type Caller, callerFor } from './caller.ts';
import { documentPicture } from './document-picture.ts';
import { demoCustomers } from './people.ts';

export interface Office {
  readonly app: App;
  readonly platform: Platform;
  /** Gives an account coins, once for each purpose. */
  fund(account: string, coins: Readonly<Record<string, string>>): Promise<void>;
}

const customer = (office: Office, name: keyof typeof demoCustomers) =>
  callerFor(office, demoCustomers[name].email);
const staff = (office: Office, name: string) => callerFor(office, `${name}@emporion.test`, { staff: true });

/** Two tickets: one waits for an answer, one has got it. */
async function tickets(office: Office): Promise<void> {
  const [nora, pavel] = [await customer(office, 'nora'), await customer(office, 'pavel')];
  const open = (by: Caller, ticket: object) =>
    by.call<Ticket>('POST', 'support/tickets', { priority: 'medium', attachments: [], ...ticket });
  await open(nora, {
    ...{ client_id: 'demo-office-1', category: 'financial', priority: 'high' },
    subject: 'My withdrawal is still under review',
    text: 'I asked for a withdrawal of ETH from a new laptop. How long does the review take?',
  });
  const answered = await open(pavel, {
    ...{ client_id: 'demo-office-2', category: 'trading' },
    subject: 'What is the difference between stop and stop-limit?',
    text: 'I want to sell BTC when the price falls below 60,000 USDT. Which order do I need?',
  });
  const selma = await staff(office, 'support');
  await selma.call('POST', `admin/tickets/${answered.id}/replies`, {
    ...{ client_id: 'demo-office-3', attachments: [], resolved: false },
    text: 'A stop order sells at the market price once 60,000 is reached. A stop-limit order sells at your limit or better, and may stay open if the price falls past it.',
  });
}

/** A withdrawal from a new device, which is held for review. */
async function heldWithdrawal(office: Office): Promise<void> {
  const nora = await customer(office, 'nora');
  // Before the first trade its value is unknown, and it would be held for that.
  if ((await valueForLimits(office.platform, { coin: 'ETH', units: 1n })) === undefined)
    throw new Error('ETH has no price yet.');
  await office.fund(nora.id, { ETH: '2', USDT: '5000' });
  const asked = await nora.call<Withdrawal>('POST', 'wallet/withdrawals', {
    ...{ currency: 'ETH', network: 'ethereum', amount: '0.15', client_id: 'demo-office' },
    address: '0x8ba1f109551bd432803012645ac136ddd64dba72',
  });
  if (asked.stage !== 'requested') return;
  const path = `wallet/withdrawals/${asked.id}`;
  const confirmation = await nora.codeOf(() => nora.call('POST', `${path}/send-code`, { method: 'email' }));
  await nora.call('POST', `${path}/confirm`, { confirmation });
}

/** Two verifications that the provider leaves to staff. */
async function verifications(office: Office): Promise<void> {
  const places = {
    pavel: { country: 'CZ', address: 'Dlouhá 12', city: 'Praha', postal_code: '110 00' },
    lucia: { country: 'PT', address: 'Rua Augusta 1', city: 'Lisboa', postal_code: '1100-048' },
  };
  for (const [index, name] of (['pavel', 'lucia'] as const).entries()) {
    const by = await customer(office, name);
    const { rows } = await sql`
      select from kyc_applications where user_id = ${by.id} and stage in ('submitted', 'checked', 'review')
    `.execute(office.platform.database.kysely);
    if (rows.length > 0) continue;
    const { firstName: first_name, lastName: last_name } = demoCustomers[name];
    const person = { first_name, last_name, birthday: `198${index}-03-1${index}`, ...places[name] };
    await by.call('POST', 'kyc/applications', { level: 1, person });
    const { token } = await by.call<{ token: string }>('POST', 'kyc/session');
    await showDocuments(office, { token, number: `REVIEW${index + 4_711}`, shade: 150 + 30 * index });
    await by.call('POST', 'kyc/submit');
  }
}

/** As the script in the provider's frame uploads them. */
async function showDocuments(
  { platform }: Office,
  { token, number, shade }: { token: string; number: string; shade: number },
): Promise<void> {
  const origin = await kycProviderOf(platform).require().origin();
  const put = async (path: string, body: string | Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(`${origin}${path}`, {
      ...{ method: 'PUT', headers: { authorization: `Bearer ${token}` }, body },
    });
    if (!answer.ok) throw new Error(`The provider refused ${path}: ${answer.status}`);
  };
  const expires = new Date(platform.clock.now().getTime() + 900 * 86_400_000).toISOString().slice(0, 10);
  await put('/session', JSON.stringify({ type: 'passport', number, expires }));
  const pictures = {
    document_front: documentPicture({ shade }),
    selfie: documentPicture({ width: 400, shade: shade + 10 }),
  };
  for (const [kind, picture] of Object.entries(pictures))
    await put(`/session/files/${kind}`, new Uint8Array(picture));
}

/** A purchase with a card that is paid, and one that the bank declines. */
async function cardPurchases(office: Office): Promise<void> {
  const lucia = await customer(office, 'lucia');
  const cards = { '1': '4111111111111111', '2': '4000000000001000' };
  for (const [index, number] of Object.entries(cards)) {
    const asked = { pay_system: 'cauri', currency: 'USD', coin: 'BTC', give: index === '1' ? '120' : '80' };
    const client_id = `demo-office-${index}`;
    const { results } = await lucia.call<{ results: CardOrder[] }>('GET', 'card/orders?limit=20');
    const known = results.find((order) => order.give === asked.give);
    if (known && known.status !== 'pending') continue;
    const { least } = await lucia.call<CardPreview>('POST', 'card/purchase-preview', asked);
    const order =
      known ??
      (await lucia.call<CardOrder>('POST', 'card/purchases', {
        ...{ ...asked, method: 'credit_card', least, client_id },
      }));
    if (!order.pay_page) throw new Error('The pay page is not open yet.');
    const holder = 'Lucia Ferreira';
    const fields = { holder, number, month: '12', year: '2040', code: '123', do: 'pay' };
    await fetch(order.pay_page, { method: 'POST', body: new URLSearchParams(fields) });
  }
}

/** A correction that waits for a second person. */
async function openApproval(office: Office): Promise<void> {
  const [otto, pavel] = [await staff(office, 'operator'), await customer(office, 'pavel')];
  const { results } = await otto.call<{ results: Approval[] }>('GET', 'admin/approvals?limit=50');
  if (results.some(({ kind }) => kind === 'balance_adjustment')) return;
  const confirmation = await otto.codeOf(() =>
    otto.call('POST', 'security/confirmation/send-code', { action: 'back_office', method: 'email' }),
  );
  await otto.call('POST', 'admin/approvals/balance-adjustment', {
    ...{ user: pavel.id, currency: 'USDT', amount: '25', confirmation },
    reason: 'Goodwill for a deposit that was credited two days late',
  });
}

/** What staff noted, so that the audit log of the demo has more than one hand in it. */
async function notes(office: Office): Promise<void> {
  const nora = await customer(office, 'nora');
  const cora = await staff(office, 'compliance');
  const path = `admin/users/${nora.id}/notes`;
  const { results } = await cora.call<{ results: unknown[] }>('GET', path);
  if (results.length > 0) return;
  await cora.call('POST', path, {
    text: 'Called about the withdrawal from a new laptop. Caller knew the amount and the date of the deposit.',
  });
}

/** By name, in the order in which they happen. Each may be repeated: what is there is left as it is. */
export const demoCases = { tickets, heldWithdrawal, notes, openApproval, verifications, cardPurchases };
