import { apiBase, type UserCard } from '@emporion/contracts/rest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { auditModule } from '#modules/audit/index.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { feesModule } from '#modules/fees/index.ts';
import { notificationsModule } from '#modules/notifications/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { demoPassword } from '#platform/demo/demo-users.ts';
import { realtimeModule } from '#realtime/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { usersAdminModule } from '../index.ts';

export interface UsersDesk extends StaffedExchange {
  query<Row = Record<string, unknown>>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** With the password alone. `status` is that of the answer, or of HTTP for a refusal. */
  logIn(name: string): Promise<{ status: number | string; code?: string; access?: string; refresh?: string }>;
  card(by: Member, id: string): Promise<UserCard & { code?: string }>;
  /** A change by one person, with a fresh code and the newest version unless they are given. */
  change(by: Member, path: string, body?: object, method?: 'POST' | 'PATCH'): ReturnType<Member['call']>;
  propose(by: Member, kind: string, body: object): ReturnType<Member['call']>;
  approve(by: Member, id: string): ReturnType<Member['call']>;
}

const reason = 'the owner wrote to us';

export async function openUsersDesk(): Promise<UsersDesk> {
  const exchange = await openStaffedExchange({
    modules: [
      ...[realtimeModule, exportsModule, auditModule, staffModule, walletModule, approvalsModule],
      ...[feesModule, notificationsModule, usersAdminModule],
    ],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  const query = async (statement: string, values: unknown[] = []) =>
    (await exchange.test.database.pool.query(statement, values)).rows;
  const desk: UsersDesk = {
    ...exchange,
    query: query as UsersDesk['query'],
    logIn: async (name) => {
      const payload = { email: `${name}@emporion.test`, password: demoPassword };
      const post = async (path: string, body: object) => {
        const answer = await exchange.app.inject({
          ...{ method: 'POST', url: `${apiBase}${path}/`, payload: body },
        });
        return { status: answer.statusCode, ...answer.json() };
      };
      const first = await post('auth/login', payload);
      if (first.status !== 'second_step') return first;
      const { ticket } = first;
      const method = 'email';
      await exchange.test.database.pool.query(
        "update sent_codes set sent_at = sent_at - interval '2 minutes'",
      );
      await post('auth/login/send-code', { ticket, method });
      const { rows } = await exchange.test.database.pool.query<{ text: string }>(
        "select text from messages where recipient = $1 and template = 'identity.code' order by sequence desc limit 1",
        [payload.email],
      );
      const code = /\b\d{6}\b/.exec(rows[0]?.text ?? '')?.[0];
      return post('check2falogin', { ticket, method, code });
    },
    card: async (by, id) => (await by.call({ path: `admin/users/${id}` })).body,
    change: async (by, path, body = {}, method = 'POST') => {
      const id = path.split('/')[0] ?? '';
      const { version } = await desk.card(by, id);
      const confirmation = 'confirmation' in body ? undefined : await by.freshCode();
      return by.call({
        method,
        path: `admin/users/${path}`,
        body: { reason, version, confirmation, ...body },
      });
    },
    propose: async (by, kind, body) =>
      by.call({
        ...{ method: 'POST', path: `admin/approvals/${kind}` },
        body: { reason, confirmation: await by.freshCode(), ...body },
      }),
    approve: async (by, id) =>
      by.call({
        ...{ method: 'POST', path: `admin/approvals/${id}/approve` },
        body: { reason: 'looked into it', confirmation: await by.freshCode() },
      }),
  };
  return desk;
}
