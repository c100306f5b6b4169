import { expect, type Page } from '@playwright/test';
import { demoPassword } from './log-in.ts';
import { codeInMail, codesTo } from './outbox.ts';
import { inTurn } from './staff-turn.ts';

type Answer = Record<string, string> & Record<string, unknown>;

export interface Api {
  get(path: string): Promise<Answer>;
  post(path: string, data?: object): Promise<Answer>;
}

/** The calls of one person, beside what the browser does. */
export function apiOf(page: Page, token?: string): Api {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const read = async (path: string, answer: { ok(): boolean; text(): Promise<string> }): Promise<Answer> => {
    const text = await answer.text();
    expect(answer.ok(), `${path}: ${text}`).toBe(true);
    return JSON.parse(text);
  };
  return {
    get: async (path) => read(path, await page.request.get(`/api/v1/${path}`, { headers })),
    post: async (path, data = {}) =>
      read(path, await page.request.post(`/api/v1/${path}/`, { data, headers })),
  };
}

async function codeOf(page: Page, email: string, send: () => Promise<unknown>): Promise<string> {
  const seen = await codesTo(page, email);
  await send();
  return codeInMail(page, email, seen);
}

/** What confirms an action of somebody whose mail is read here. */
export async function confirmed(
  page: Page,
  { email, api }: { email: string; api: Api },
  action: { action: string; about?: object },
) {
  const asked = { ...action, method: 'email' };
  const send = () => api.post('security/confirmation/send-code', asked);
  return { method: 'email', code: await codeOf(page, email, send) };
}

/** Acts as somebody of the demo's staff, who logs in with the code by mail that staff need and confirms each decision with another. */
export async function decideAsStaff(
  page: Page,
  email: 'operator@emporion.test' | 'admin@emporion.test',
  { path, ...body }: { path: string } & Record<string, unknown>,
): Promise<void> {
  const visitor = apiOf(page);
  const act = async () => {
    const { ticket, device } = await visitor.post('auth/login', { email, password: demoPassword });
    const send = () => visitor.post('auth/login/send-code', { ticket, method: 'email' });
    const code = await codeOf(page, email, send);
    const { access } = await visitor.post('check2falogin', { ticket, method: 'email', code, device });
    const api = apiOf(page, access);
    const confirmation = await confirmed(page, { email, api }, { action: 'back_office' });
    await api.post(path, { reason: 'Looked at by a person', confirmation, ...body });
  };
  // Another test that is staff in its own pages may take a code away: this one asks again, a minute later.
  await inTurn(email, () => expect(act).toPass({ intervals: [15_000], timeout: 150_000 }));
}
