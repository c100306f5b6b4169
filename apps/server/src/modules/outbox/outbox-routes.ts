import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { linksOf } from './links.ts';
import { outboxCss } from './outbox-css.ts';
import { listPage, messagePage } from './outbox-page.ts';
import { findMessage, listMessages } from './outbox-store.ts';

const pageSize = 25;
const jsonLimitMax = 100;

// The database refuses a zero byte, and no recipient has any control character.
const recipientPart = z
  .string()
  .max(254)
  .regex(/^\P{Cc}*$/u)
  .default('');
const PageQuery = z.object({
  to: recipientPart,
  before: z
    .string()
    .regex(/^[0-9]{1,18}$/)
    .transform(BigInt)
    .optional(),
});
const JsonQuery = z.object({
  to: recipientPart,
  limit: z
    .string()
    .regex(/^[0-9]{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(jsonLimitMax))
    .default(20),
});
const OutboxMessage = z.object({
  id: z.uuid(),
  to: z.string().describe('The address or the phone number.'),
  channel: z.string().describe('mail or sms.'),
  template: z.string(),
  language: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  links: z.array(z.string()).describe('Those of the text.'),
  status: z.string(),
  created_at: z.iso.datetime(),
  unsubscribe_url: z.string().nullable().describe('Of a mail to a list: a post to it takes the reader off.'),
});
const MessageParams = z.object({ id: z.uuid() });

const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
// A mail carries its style on its elements. It runs no script and has no origin, so that style can do no harm.
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

export function addOutboxRoutes(app: App, { database }: Platform): void {
  const db = database.kysely;
  const brand = () => settingsOf({ database }).name;

  app.get('/dev/outbox', { schema: { hide: true, querystring: PageQuery } }, async ({ query }, reply) => {
    const to = query.to.trim();
    const rows = await listMessages(db, {
      recipientPart: to === '' ? undefined : to,
      before: query.before,
      // One more than is shown tells whether there are older ones.
      limit: pageSize + 1,
    });
    const messages = rows.slice(0, pageSize);
    const olderBefore = rows.length > pageSize ? messages.at(-1)?.sequence : undefined;
    return sendPage(
      reply,
      listPage({ brand: brand(), messages, to, isFirst: query.before === undefined, olderBefore }),
    );
  });

  app.get(
    '/dev/outbox.json',
    {
      schema: {
        operationId: 'getDevOutbox',
        summary: 'Read the mails and SMS of a demo, newest first; only a demo has this call',
        tags: ['demo'],
        security: [],
        querystring: JsonQuery,
        response: { 200: z.array(OutboxMessage) },
      },
    },
    async ({ query }, reply) => {
      // An address typed into a URL as it is loses its plus to a space, and addresses have no spaces.
      const recipient = query.to.trimEnd().replaceAll(' ', '+');
      const messages = await listMessages(db, {
        recipient: recipient === '' ? undefined : recipient,
        limit: query.limit,
      });
      reply.header('cache-control', 'no-store');
      return messages.map(({ recipient: to, text, created_at, ...message }) => ({
        ...{ id: message.id, to, channel: message.channel, template: message.template },
        ...{ language: message.language, subject: message.subject, text, links: linksOf(text) },
        ...{ status: message.status, unsubscribe_url: message.unsubscribe_url },
        created_at: created_at.toISOString(),
      }));
    },
  );

  app.get('/dev/outbox.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(outboxCss),
  );

  app.get('/dev/outbox/:id', { schema: { hide: true, params: MessageParams } }, async ({ params }, reply) => {
    const message = await findMessage(db, params.id);
    if (!message) throw new Problem('not_found');
    return sendPage(reply, messagePage(message, brand()));
  });

  app.get(
    '/dev/outbox/:id/html',
    { schema: { hide: true, params: MessageParams } },
    async ({ params }, reply) => {
      const message = await findMessage(db, params.id);
      if (!message?.html) throw new Problem('not_found');
      return (
        reply
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('content-security-policy', mailPolicy)
          .header('x-frame-options', 'SAMEORIGIN')
          // It asks for an origin of its own, which a document without one cannot have, and the browser complains.
          .removeHeader('origin-agent-cluster')
          .send(openLinksOutside(message.html))
      );
    },
  );
}

/** Within the frame a link would lead to a page that refuses to be framed. */
function openLinksOutside(mail: string): string {
  return mail.replace('<head>', '<head><base target="_blank">');
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy)
    .send(page);
}
