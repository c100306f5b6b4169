import { expect, type Page } from '@playwright/test';
import { demoPassword } from './log-in.ts';
import { codeInMail } from './outbox.ts';

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

/** Another test may just have sent one: the next may be asked for a minute later. */
async function sendInTime(send: () => Promise<unknown>): Promise<void> {
  await expect(async () => void (await send())).toPass({ intervals: [5_000], timeout: 90_000 });
}

/** Logs the demo's operator in, with the code by mail that staff need, and confirms each decision with another. */
export async function operatorOf(page: Page) {
  const email = 'operator@emporion.test';
  const visitor = apiOf(page);
  const seen: string[] = [];
  const codeSent = async (send: () => Promise<unknown>): Promise<string> => {
    await send();
    const code = await codeInMail(page, email, seen);
    seen.push(code);
    return code;
  };
  const { ticket } = await visitor.post('auth/login', { email, password: demoPassword });
  const code = await codeSent(() => visitor.post('auth/login/send-code', { ticket, method: 'email' }));
  const { access } = await visitor.post('check2falogin', { ticket, method: 'email', code });
  const api = apiOf(page, access);
  return async (path: string): Promise<Answer> => {
    const asked = { action: 'back_office', method: 'email' };
    const confirmation = {
      method: 'email',
      code: await codeSent(() => sendInTime(() => api.post('security/confirmation/send-code', asked))),
    };
    return api.post(path, { reason: 'Looked at by a person', confirmation });
  };
}
