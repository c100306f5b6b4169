import { expect, type Page } from '@playwright/test';
import { codeInMail, codesTo } from './outbox.ts';

type Answer = Record<string, string> & Record<string, unknown>;

export interface Api {
  get(path: string): Promise<Answer>;
  post(path: string, data?: object): Promise<Answer>;
}

type Token = string | (() => Promise<string>);

/** The calls of one person, beside what the browser does. */
export function apiOf(page: Page, token?: Token): Api {
  const headersOf = async (): Promise<Record<string, string>> => {
    const shown = typeof token === 'function' ? await token() : token;
    return shown === undefined ? {} : { authorization: `Bearer ${shown}` };
  };
  const read = async (path: string, answer: { ok(): boolean; text(): Promise<string> }): Promise<Answer> => {
    const text = await answer.text();
    expect(answer.ok(), `${path}: ${text}`).toBe(true);
    return JSON.parse(text);
  };
  return {
    get: async (path) =>
      read(path, await page.request.get(`/api/v1/${path}`, { headers: await headersOf() })),
    post: async (path, data = {}) =>
      read(path, await page.request.post(`/api/v1/${path}/`, { data, headers: await headersOf() })),
  };
}

/** Of five minutes so many are the last, and a call may take some of them. */
const nearlyOverMs = 30_000;

const leftMs = (token: string): number => {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{"exp":0}');
  return exp * 1_000 - Date.now();
};

/** The token of who is logged in on the page. On a slow machine a test outlasts the one that it began with, and the page renews it as it is opened again. */
export async function tokenOn(page: Page): Promise<string> {
  const read = () => page.evaluate(() => localStorage.getItem('token') ?? '');
  const renewed = async () => {
    const left = leftMs(await read());
    if (left < nearlyOverMs) await page.reload();
    return left;
  };
  await expect.poll(renewed, { intervals: [1_000] }).toBeGreaterThanOrEqual(nearlyOverMs);
  return read();
}

/** The token of a session beside the page's: whoever asks for it when it is nearly over gets that of another. */
export function tokenBy(logIn: () => Promise<string>, first = ''): () => Promise<string> {
  let token = first;
  return async () => {
    if (leftMs(token) < nearlyOverMs) token = await logIn();
    return token;
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
