import type { StoredPayment } from '#store.ts';
import { bankCode, refusedPayeer, testCards, testIban, testPayeer } from '#test-cards.ts';
import { type Language, type Texts, textsOf } from '#texts.ts';

export type FieldName = 'holder' | 'number' | 'month' | 'year' | 'code' | 'payeer' | 'iban';
export type Errors = Partial<Record<FieldName, keyof Texts>>;

interface Shown {
  readonly payment: StoredPayment;
  readonly language: string | null;
  readonly errors?: Errors;
  /** What was typed; never a number of a card, nor its code. */
  readonly typed?: Partial<Record<FieldName, string>>;
  readonly alert?: keyof Texts | undefined;
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

function page(language: Language, title: string, content: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escaped(title)}</title><link rel="stylesheet" href="/style.css"></head><body><main>${content}</main></body></html>`;
}

function head({ payment }: Shown, language: Language): string {
  const { amount, currency, system, request } = payment;
  const bought = request.goods === undefined ? '' : `: ${request.goods}`;
  const shown = new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount));
  return `<p class="shop"><span>${escaped(`${request.shop ?? ''}${bought}`)}</span><span>${escaped(systemNames[system] ?? system)}</span></p><p class="amount">${escaped(shown)}</p>`;
}

/** As they write themselves. */
const systemNames: Readonly<Record<string, string>> = { cauri: 'Cauri', payeer: 'Payeer', sepa: 'SEPA' };

interface Field {
  readonly name: FieldName;
  readonly label: string;
  readonly attributes?: string;
}

function field(
  { name, label, attributes = '' }: Field,
  { errors = {}, typed = {} }: Shown,
  text: Texts,
): string {
  const wrong = errors[name];
  const says = wrong === undefined ? '' : `<p class="error" id="${name}-error">${escaped(text[wrong])}</p>`;
  const marks = wrong === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`;
  const value = typed[name] === undefined ? '' : ` value="${escaped(typed[name])}"`;
  return `<div><label for="${name}">${escaped(label)}</label><input id="${name}" name="${name}" required${marks}${value} ${attributes}>${says}</div>`;
}

const securityCode = 'inputmode="numeric" autocomplete="cc-csc" maxlength="4"';

function cardFields(shown: Shown, text: Texts): string {
  return [
    field(
      { name: 'holder', label: text.holder, attributes: 'autocomplete="cc-name" maxlength="70"' },
      shown,
      text,
    ),
    field(
      {
        name: 'number',
        label: text.number,
        attributes: 'inputmode="numeric" autocomplete="cc-number" maxlength="23"',
      },
      shown,
      text,
    ),
    '<div class="two">',
    field(
      {
        name: 'month',
        label: text.month,
        attributes: 'inputmode="numeric" autocomplete="cc-exp-month" maxlength="2" placeholder="12"',
      },
      shown,
      text,
    ),
    field(
      {
        name: 'year',
        label: text.year,
        attributes: 'inputmode="numeric" autocomplete="cc-exp-year" maxlength="4" placeholder="2030"',
      },
      shown,
      text,
    ),
    '</div>',
    field({ name: 'code', label: text.code, attributes: securityCode }, shown, text),
  ].join('');
}

function savedFields(shown: Shown, text: Texts, saved: string): string {
  return `<p class="note">${escaped(text.savedCard)}: <strong>${escaped(saved)}</strong></p>${field(
    { name: 'code', label: text.code, attributes: securityCode },
    shown,
    text,
  )}`;
}

function otherFields(shown: Shown, text: Texts): string {
  const { method } = shown.payment;
  if (method === 'online_wallet')
    return field(
      { name: 'payeer', label: text.payeer, attributes: 'maxlength="13" placeholder="P1012345678"' },
      shown,
      text,
    );
  if (method === 'bank_transfer')
    return field({ name: 'iban', label: text.iban, attributes: 'maxlength="42"' }, shown, text);
  return `<p class="note">${escaped(text.wallet)}</p>`;
}

/** What can be paid with here, by the method. */
function testTable(method: string, text: Texts): string {
  const isCard = isCardMethod(method);
  const cards = [
    [testCards.pays, text.pays],
    [testCards.declined, text.declinedCard],
    [testCards.asks, text.asks],
    [testCards.fails, text.fails],
    [testCards.charged_back, text.chargedBack],
  ];
  const accounts: Readonly<Record<string, readonly (readonly string[])[]>> = {
    online_wallet: [
      [testPayeer, text.pays],
      [refusedPayeer, text.declinedCard],
    ],
    bank_transfer: [[testIban, text.pays]],
  };
  const known = isCard ? cards : accounts[method];
  if (known === undefined) return '';
  const rows = known.map(
    ([number = '', says = '']) => `<tr><td>${number}</td><td>${escaped(says)}</td></tr>`,
  );
  return `<section class="card tests"><h2>${escaped(isCard ? text.testCards : text.testAccounts)}</h2><table><tbody>${rows.join('')}</tbody></table>${
    isCard ? `<p class="note">${escaped(text.testHint)}</p>` : ''
  }</section>`;
}

export const isCardMethod = (method: string) => method === 'credit_card' || method === 'debit_card';

/** Where the payment is made. `saved` says which card, when its number need not be typed. */
export function payPage(shown: Shown, saved: string | undefined): string {
  const { language, text } = textsOf(shown.language);
  const { payment, alert } = shown;
  const isCard = isCardMethod(payment.method);
  const fields = isCard
    ? saved === undefined
      ? cardFields(shown, text)
      : savedFields(shown, text, saved)
    : otherFields(shown, text);
  const says = alert === undefined ? '' : `<p class="alert" role="alert">${escaped(text[alert])}</p>`;
  return page(
    language,
    text.title,
    `<section class="card"><h1>${escaped(text.title)}</h1>${head(shown, language)}${says}<form method="post" autocomplete="on" novalidate>
<input type="hidden" name="lang" value="${language}">${fields}
<button name="do" value="pay">${escaped(text.pay)}</button><button class="plain" name="do" value="cancel">${escaped(text.cancel)}</button></form>
<p class="note">${escaped(text.sandbox)}</p></section>${saved === undefined ? testTable(payment.method, text) : ''}`,
  );
}

/** The owner's bank asks. */
export function bankPage(shown: Shown): string {
  const { language, text } = textsOf(shown.language);
  const says =
    shown.alert === undefined ? '' : `<p class="alert" role="alert">${escaped(text[shown.alert])}</p>`;
  return page(
    language,
    text.bankTitle,
    `<section class="card">${head(shown, language)}<h1>${escaped(text.bankTitle)}</h1><p class="note">${escaped(text.bankText)}</p>${says}
<form method="post" novalidate><input type="hidden" name="lang" value="${language}"><label for="bank">${escaped(text.bankCode)}</label>
<input id="bank" name="bank" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required>
<button name="do" value="answer">${escaped(text.approve)}</button><button class="plain" name="do" value="cancel">${escaped(text.cancel)}</button></form>
<p class="note">${escaped(text.sandbox)} ${escaped(text.bankCode)}: ${bankCode}</p></section>`,
  );
}

/** What became of it, and the way back. */
export function endPage(shown: Shown): string {
  const { language, text } = textsOf(shown.language);
  const { state, request } = shown.payment;
  const isPaid = state === 'paid' || state === 'refunded' || state === 'charged_back';
  const [title, says] = isPaid ? [text.paidTitle, text.paidText] : [text.closedTitle, text.closedText];
  return page(
    language,
    title,
    `<section class="card">${head(shown, language)}<h1>${escaped(title)}</h1><p class="note">${escaped(says)}</p>
<a class="button" href="${escaped(request.return_url)}">${escaped(text.back)}</a></section>`,
  );
}

export function notFoundPage(asked: string | null): string {
  const { language, text } = textsOf(asked);
  return page(language, text.notFound, `<section class="card"><h1>${escaped(text.notFound)}</h1></section>`);
}
