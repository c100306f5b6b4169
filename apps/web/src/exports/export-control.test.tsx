import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { session } from '#api/session.ts';
import { loadTexts, startI18n } from '#language/i18n.ts';
import { resetToasts, toastsNow } from '#ui/toast/toast-store.ts';
import { ExportControl } from './export-control.tsx';

const saved: { name: string; file: Blob }[] = [];
let made: Blob | undefined;

beforeAll(async () => {
  window.localStorage.setItem('planguage', 'en');
  URL.createObjectURL = (file) => {
    made = file as Blob;
    return 'blob:made';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (made) saved.push({ name: this.download, file: made });
  });
  await startI18n();
  await Promise.all([loadTexts('downloads'), loadTexts('errors')]);
});
afterEach(() => {
  cleanup();
  resetToasts();
  session.clear();
  saved.length = 0;
});

/** An answer whose body comes piece by piece, as the test says. */
function streamed(headers: Record<string, string>) {
  let pieces: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      pieces = controller;
    },
  });
  return {
    response: new Response(body as BodyInit, { headers }),
    send: (text: string) => pieces?.enqueue(new TextEncoder().encode(text)),
    end: () => pieces?.close(),
    cut: () => pieces?.error(new TypeError('cut')),
  };
}

async function start(answer: Response, format = 'CSV') {
  const claims = { exp: Math.floor(Date.now() / 1_000) + 3_600 };
  session.save({ token: `e30.${btoa(JSON.stringify(claims))}.signature`, refreshToken: 'r' });
  const asked: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return answer;
  });
  render(<ExportControl request={{ name: 'movements', query: { currency: 'BTC', type: 'deposit' } }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(screen.getByRole('menuitem', { name: format }));
  await waitFor(() => expect(asked).toHaveLength(1));
  return asked[0] as (typeof asked)[number];
}

const csv = {
  'content-type': 'text/csv; charset=utf-8',
  'x-total-rows': '3',
  'content-disposition': 'attachment; filename="movements-2026.csv"',
};

it('asks for what is listed in its format, counts the rows as they come and saves the file', async () => {
  const { response, send, end } = streamed(csv);
  const { url, init } = await start(response);
  const { pathname, searchParams } = new URL(url, 'http://test');
  expect(pathname).toBe('/api/v1/exports/movements/');
  expect(Object.fromEntries(searchParams)).toMatchObject({ currency: 'BTC', type: 'deposit', format: 'csv' });
  expect(searchParams.get('time_zone')).toBeTruthy();
  expect(new Headers(init.headers).get('authorization')).toMatch(/^Bearer /);
  await act(async () => send('date,amount\r\n1,2\r\n3'));
  expect(await screen.findByText('1 of 3 rows')).toBeTruthy();
  await act(async () => {
    send(',4\r\n5,6\r\n');
    end();
  });
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('movements-2026.csv');
  expect(saved[0]?.file.size).toBe('date,amount\r\n1,2\r\n3,4\r\n5,6\r\n'.length);
  await waitFor(() => expect(toastsNow()[0]?.title).toBe('3 rows exported'));
  expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy();
});

it('says how much has come of a format whose rows cannot be counted', async () => {
  const { response, send } = streamed({ 'x-total-rows': '3' });
  await start(response, 'Excel');
  await act(async () => send('x'.repeat(2_500_000)));
  expect(await screen.findByText('2.5 MB received')).toBeTruthy();
});

it('saves nothing when it is stopped', async () => {
  const { response, send } = streamed(csv);
  const { init } = await start(response);
  await act(async () => send('date,amount\r\n'));
  // Whoever has no pointer goes on where the menu was.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stop export' }));
  await userEvent.keyboard('{Enter}');
  expect(init.signal?.aborted).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' }));
  expect(saved).toEqual([]);
  expect(toastsNow()).toEqual([]);
});

it('saves no half of a file when the connection is lost', async () => {
  const { response, send, cut } = streamed(csv);
  await start(response);
  await act(async () => send('date,amount\r\n1,2\r\n'));
  await act(async () => cut());
  await waitFor(() => expect(toastsNow()[0]).toMatchObject({ type: 'error', title: 'Export failed' }));
  expect(saved).toEqual([]);
});

it('says what the server refuses', async () => {
  const refusal = { code: 'export_too_large', detail: 'Narrow the period.' };
  await start(new Response(JSON.stringify(refusal), { status: 422 }));
  await waitFor(() =>
    expect(toastsNow()[0]).toMatchObject({ type: 'error', description: 'Narrow the period.' }),
  );
});

it('makes no empty file', async () => {
  const { response, send, end } = streamed({ ...csv, 'x-total-rows': '0' });
  await start(response);
  await act(async () => {
    send('date,amount\r\n');
    end();
  });
  await waitFor(() => expect(toastsNow()[0]?.title).toBe('Nothing to export'));
  expect(saved).toEqual([]);
});
