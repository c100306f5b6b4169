import { createHash } from 'node:crypto';
import { apiBase, gateEndpoints } from '@emporion/contracts/rest';
import { auditModule } from '#modules/audit/index.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { notificationsModule } from '#modules/notifications/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { realtimeModule } from '#realtime/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { supportModule } from '../index.ts';
import { clamdDouble } from './clamd-double.ts';

export interface SupportApp extends StaffedExchange {
  readonly trader: Member;
  readonly other: Member;
  readonly agent: Member;
  /** How long each file was that the virus scanner saw. */
  readonly scanned: number[];
  query(statement: string, values?: unknown[]): Promise<Record<string, string | null>[]>;
  upload(
    by: Member,
    bytes: Buffer,
    name?: string,
    path?: string,
  ): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  open(
    path: string,
    body: object,
    language?: string,
  ): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  solved(): Promise<string>;
  /** The token of the link in the newest mail to an address. */
  mailedToken(recipient: string): Promise<string>;
}

export async function openSupportApp(): Promise<SupportApp> {
  const double = await clamdDouble();
  const exchange = await openStaffedExchange({
    modules: [
      ...[realtimeModule, exportsModule, auditModule, staffModule, walletModule],
      ...[notificationsModule, supportModule],
    ],
    jobs: { add: async () => undefined, stop: async () => undefined },
    clock: { now: () => new Date() },
    env: { CLAMD: double.address },
  });
  const { app } = exchange;
  const query: SupportApp['query'] = async (statement, values = []) =>
    (await exchange.test.database.pool.query(statement, values)).rows;
  const open: SupportApp['open'] = async (path, payload, language = 'en') => {
    const url = `${apiBase}${path}/`;
    const answer = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'accept-language': language },
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    ...exchange,
    ...{ query, open, scanned: double.seen },
    close: async () => {
      await exchange.close();
      double.close();
    },
    trader: await exchange.member('trader'),
    other: await exchange.member('second'),
    agent: await exchange.member('support'),
    upload: async (by, payload, name = 'picture.png', path = 'support/uploads') => {
      const answer = await app.inject({
        ...{ method: 'POST', url: `${apiBase}${path}/?name=${encodeURIComponent(name)}`, payload },
        headers: { authorization: `Bearer ${by.access}`, 'content-type': 'application/octet-stream' },
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    solved: async () => {
      const { challenge } = gateEndpoints.checkCaptcha.response.parse(
        (await open('check_captcha', { action: 'support' })).body,
      );
      let number = 0;
      const hash = () => createHash('sha256').update(`${challenge.salt}${number}`).digest('hex');
      while (hash() !== challenge.challenge) number += 1;
      return Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64');
    },
    mailedToken: async (recipient) => {
      const [mail] = await query(
        'select text from messages where recipient = $1 order by sequence desc limit 1',
        [recipient],
      );
      return /support\/thread\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    },
  };
}
