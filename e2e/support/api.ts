import { expect, type Page } from '@playwright/test';
import { codeInMail, codesTo } from './outbox.ts';

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

/** The code that comes when it is sent. */
export async function codeOf(page: Page, email: string, send: () => Promise<unknown>): Promise<string> {
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
