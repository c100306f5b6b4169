import { type Html, type HtmlValue, html } from '#platform/messages/html.ts';
import { splitLinks } from './links.ts';
import type { OutboxMessage } from './outbox-store.ts';

export interface ListPage {
  /** The name of the exchange. */
  readonly brand: string;
  readonly messages: readonly OutboxMessage[];
  readonly to: string;
  /** Whether this is the page of the newest messages. */
  readonly isFirst: boolean;
  /** Set when there are older messages than these. */
  readonly olderBefore: bigint | undefined;
}

export function listPage({ brand, messages, to, isFirst, olderBefore }: ListPage): string {
  const filter = to === '' ? '' : `to=${encodeURIComponent(to)}`;
  const empty = to === '' ? 'No message has been sent yet.' : `No message was sent to ${to}.`;
  const older = olderBefore === undefined ? undefined : address(filter, `before=${olderBefore}`);
  return page(
    { brand, title: 'Outbox' },
    html`
      <form class="filter" method="get" action="/dev/outbox" role="search">
        <label for="to">Recipient</label>
        <input id="to" name="to" type="search" value="${to}" maxlength="254" autocomplete="off" spellcheck="false">
        <button type="submit">Filter</button>
        ${to === '' ? undefined : html`<a href="/dev/outbox">Show all</a>`}
      </form>
      ${messages.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ol class="list">${messages.map(listItem)}</ol>`}
      <nav class="pages" aria-label="Pages">
        ${isFirst ? undefined : html`<a href="${address(filter)}">Newest</a>`}
        ${older === undefined ? undefined : html`<a href="${older}" rel="next">Older</a>`}
      </nav>
    `,
  );
}

export function messagePage(
  message: OutboxMessage & { readonly html: string | null },
  brand: string,
): string {
  const title = titleOf(message);
  const frame = html`
    <section class="card">
      <h2>HTML part</h2>
      <iframe class="mail" title="HTML part of the mail" sandbox="allow-popups allow-popups-to-escape-sandbox"
        src="/dev/outbox/${message.id}/html"></iframe>
    </section>
  `;
  return page(
    { brand, title },
    html`
      <p><a href="/dev/outbox">All messages</a></p>
      <section class="card">
        <h2>${title}</h2>
        <dl>
          <dt>To</dt><dd><a href="/dev/outbox?to=${encodeURIComponent(message.recipient)}">${message.recipient}</a></dd>
          <dt>Sent</dt><dd>${time(message.created_at)}</dd>
          <dt>Status</dt><dd>${status(message)}${message.last_error ? html` · ${message.last_error}` : undefined}</dd>
          <dt>Template</dt><dd>${message.template}, ${message.language}, ${channelName[message.channel]}</dd>
          ${message.unsubscribe_url === null ? undefined : html`<dt>List-Unsubscribe</dt><dd><a href="${message.unsubscribe_url}">${message.unsubscribe_url}</a></dd>`}
        </dl>
      </section>
      <section class="card">
        <h2>Text</h2>
        <pre>${splitLinks(message.text).map(textPiece)}</pre>
      </section>
      ${message.html === null ? undefined : frame}
    `,
  );
}

const channelName = { mail: 'Mail', sms: 'SMS' } as const;

function listItem(message: OutboxMessage): Html {
  return html`<li>
    <a class="row" href="/dev/outbox/${message.id}">
      <span class="channel">${channelName[message.channel]}</span>
      <span class="to">${message.recipient}</span>
      <span class="title">${titleOf(message)}</span>
      ${status(message)}
      ${time(message.created_at)}
    </a>
  </li>`;
}

/** A text message has no subject, so it is known by how it begins. */
function titleOf({ subject, text }: OutboxMessage): string {
  return subject ?? (text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

function status({ status: value, attempts }: OutboxMessage): Html {
  const tries = value === 'queued' && attempts > 0 ? `, ${attempts} tried` : '';
  return html`<span class="status ${value}">${value}${tries}</span>`;
}

function time(moment: Date): Html {
  const iso = moment.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

function textPiece({ kind, text }: { kind: 'text' | 'link'; text: string }): HtmlValue {
  return kind === 'link' ? html`<a href="${text}" rel="noreferrer">${text}</a>` : text;
}

function address(...parameters: readonly string[]): string {
  const query = parameters.filter((parameter) => parameter !== '').join('&');
  return query === '' ? '/dev/outbox' : `/dev/outbox?${query}`;
}

function page({ brand, title }: { brand: string; title: string }, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev/outbox.css">
<title>${title} · ${brand}</title>
</head>
<body>
<header><h1><a href="/dev/outbox">${brand} outbox</a></h1><p>Mail and text messages of the demo. In production this page does not exist.</p></header>
<main>${content}</main>
</body>
</html>
`.source;
}
