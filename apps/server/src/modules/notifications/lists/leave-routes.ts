import { createHash } from 'node:crypto';
import type { Language } from '@emporion/i18n';
import { translate } from '@emporion/i18n/server';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { updateUser } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { countHook, RateLimit } from '#platform/http/rate-limit.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { Html, html } from '#platform/messages/html.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { type ListKind, leavePath, listKinds } from './list-mail.ts';

const Params = z.object({ kind: z.enum(listKinds), token: z.string().regex(/^[A-Za-z0-9_-]{24}$/) });
const bodyBytesMax = 4_096;
/** Of one address: a mail provider may post for many of its people. */
const callsPerMinute = 600;
/** The page stands alone: it must not need a file of a release that is gone when an old mail is opened. */
const sheet =
  ':root{color-scheme:light dark;font:15px/24px Inter,system-ui,sans-serif}main{max-width:30rem;margin:15vh auto 0;padding:0 1rem}h1{font-size:1.25rem}button{font:inherit;font-weight:600;min-height:44px;padding:0 1.5rem;border:0;border-radius:6px;background:#267cab;color:#fff;cursor:pointer}a{color:light-dark(#14709e,#2399f1)}';
const sheetHash = createHash('sha256').update(sheet).digest('base64');
const pagePolicy = `default-src 'none'; style-src 'sha256-${sheetHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

interface Reader {
  readonly id: string;
  readonly language: Language;
}

/**
 * The way out of a list of mails. Mail programs post to it (RFC 8058), without a login and without asking again; a person who follows the link is asked, because
 * programs that look at links before people do open them too.
 */
export async function addLeaveRoutes(app: App, platform: Platform): Promise<void> {
  const find = async (token: string): Promise<Reader | undefined> => {
    const { rows } = await sql<Reader>`
      select users.id, users.language from unsubscribe_tokens join users on users.id = user_id where token = ${token}
    `.execute(platform.database.kysely);
    return rows[0];
  };
  const leave = ({ id }: Reader, kind: ListKind) =>
    platform.database.kysely.transaction().execute(async (transaction) => {
      await updateUser(transaction, id, { notifications: { [`${kind}.mail`]: 'off' } });
    });

  await app.register(async (scope) => {
    // What is posted says nothing that the address does not say: it is read and left.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyBytesMax }, (_request, _body, done) =>
      done(null),
    );
    const route = { onRequest: countHook(new RateLimit(callsPerMinute)), schema: { hide: true } };

    scope.get(`${leavePath}/:kind/:token`, route, async (request, reply) => {
      const params = Params.safeParse(request.params);
      const reader = params.success ? await find(params.data.token) : undefined;
      const language = reader?.language ?? requestLanguage(request.headers['accept-language']);
      return send(reply, platform, { language, kind: reader && params.data?.kind });
    });

    scope.post(`${leavePath}/:kind/:token`, route, async (request, reply) => {
      const params = Params.safeParse(request.params);
      const reader = params.success ? await find(params.data.token) : undefined;
      const language = reader?.language ?? requestLanguage(request.headers['accept-language']);
      if (!reader || !params.success) return send(reply, platform, { language, kind: undefined });
      await leave(reader, params.data.kind);
      return send(reply, platform, { language, kind: params.data.kind, isDone: true });
    });
  });
}

function send(
  reply: FastifyReply,
  platform: Platform,
  { language, kind, isDone = false }: { language: Language; kind: ListKind | undefined; isDone?: boolean },
): FastifyReply {
  const words = (key: string) => translate(language, `mail.notifications.leave.${key}`);
  const content = isDone
    ? html`<p role="status">${words('done')}</p>`
    : kind === undefined
      ? html`<p role="alert">${words('unknown')}</p>`
      : html`<p>${words(kind)}</p><form method="post"><button type="submit">${words('button')}</button></form>`;
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${words('title')} · ${settingsOf(platform).name}</title>
${new Html(`<style>${sheet}</style>`)}
</head>
<body><main><h1>${words('title')}</h1>${content}<p><a href="/account/settings#notifications">${settingsOf(platform).name}</a></p></main></body>
</html>
`;
  return reply
    .code(isDone || kind !== undefined ? 200 : 404)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', pagePolicy)
    .send(page.source);
}
