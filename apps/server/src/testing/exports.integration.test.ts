import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { apiBase, type ExportFormat, exportFormats, exportRowsMax } from '@emporion/contracts/rest';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExportWords } from '#modules/exports/export-words.ts';
import { exportsModule } from '#modules/exports/index.ts';
import { ExportSender } from '#modules/exports/send-export.ts';
import { createWalletApp, type WalletApp } from '#modules/wallet/testing/wallet-app.ts';
import { extent } from '#testing/extent.ts';
import { generateMovements } from '#testing/generate-movements.ts';
import { userId } from '#testing/trading-app.ts';

const rowsOfMany = extent({ usual: 1_000, all: 100_000 });
let app: WalletApp;
let port = 0;

beforeAll(async () => {
  app = await createWalletApp({
    modules: [exportsModule],
    clock: { now: () => new Date('2026-03-10T12:00:00Z') },
  });
  await app.fund('ann', 'BTC', '1');
  await app.fund('bob', 'USDT', '100000');
  const order = { type: 0, pair: 'BTC-USDT', quantity: '0.01', price: '60000' };
  for (const [as, operation] of [
    ['ann', 'sell'],
    ['bob', 'buy'],
    ['bob', 'buy'],
  ] as const)
    await app.call({ method: 'POST', path: 'orders', as, body: { ...order, operation } });
  await generateMovements(app.test.database.pool, rowsOfMany, userId('many'));
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

async function download(
  path: string,
  { as = 'ann', language = 'en' }: { as?: string; language?: string } = {},
) {
  const headers = { authorization: `Bearer ${as}`, 'accept-language': language };
  const answer = await app.app.inject({ url: `${apiBase}exports/${path}`, headers });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body };
}

/** Fields without quotes in them, which is what these files have. */
function linesOf(text: string): string[][] {
  return text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

function sheetOf(archive: Buffer): string {
  const name = 'xl/worksheets/sheet1.xml';
  const begin = archive.indexOf(name) + name.length;
  // The archive says behind the content how long it was; what follows it is not unpacked.
  return inflateRawSync(archive.subarray(begin)).toString();
}

describe('an export', () => {
  it('of movements has what their list has, in the language of its reader and with times of UTC', async () => {
    const { status, headers, text } = await download('movements?format=csv&time_zone=Europe/Moscow', {
      language: 'ru',
    });
    expect([status, headers['content-type'], headers['x-total-rows']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '2',
    ]);
    expect(headers['content-disposition']).toBe(
      'attachment; filename="emporion-wallet-history-2026-03-10.csv"',
    );
    const lines = linesOf(text);
    expect(lines[0]?.slice(0, 7)).toEqual([
      'Время (UTC)',
      'Тип',
      'Статус',
      'Монета',
      'Сумма',
      'Комиссия',
      'Изменение баланса',
    ]);
    expect(lines.slice(1).map((line) => line.slice(0, 7))).toEqual([
      ['2026-03-10 12:00:00', 'Сделка', 'Завершено', 'BTC', '-0.01', '0', '-0.01'],
      ['2026-03-10 12:00:00', 'Пополнение', 'Завершено', 'BTC', '1', '0', '1'],
    ]);
    // A fill is one row with both of its coins.
    expect(lines[0]?.slice(7, 14)).toEqual([
      ...['Оплачено', 'Монета оплаты', 'Получено', 'Полученная монета'],
      ...['Монета 2', 'Изменение баланса 2', 'Комиссия 2'],
    ]);
    expect(lines[1]?.slice(7, 14)).toEqual(['0.01', 'BTC', '599.4', 'USDT', 'USDT', '599.4', '0.6']);
  });

  it('keeps to the filters', async () => {
    expect(linesOf((await download('movements?format=csv&type=trade&currency=BTC')).text)).toHaveLength(2);
    expect(linesOf((await download('orders?format=csv&state=active', { as: 'bob' })).text)).toHaveLength(2);
    expect(linesOf((await download('trades?format=csv&operation=sell', { as: 'bob' })).text)).toHaveLength(1);
  });

  it('of orders and trades has what their lists have', async () => {
    const orders = linesOf((await download('orders?format=csv', { as: 'bob' })).text);
    expect(orders.slice(1).map((line) => line.slice(2, 9))).toEqual([
      ['BTC-USDT', 'Buy', 'Limit', 'Open', '0.01', '0', '60000'],
      ['BTC-USDT', 'Buy', 'Limit', 'Filled', '0.01', '0.01', '60000'],
    ]);
    const trades = linesOf((await download('trades?format=csv', { as: 'bob' })).text);
    expect(trades[1]?.slice(3)).toEqual([
      'BTC-USDT',
      'Buy',
      '60000',
      '0.01',
      '600',
      '0.000015',
      'BTC',
      'Taker',
    ]);
  });

  it('of a year has a row for each coin and line, and what all coins were worth', async () => {
    const { headers, text } = await download('statement?format=csv&year=2026&in=USDT');
    const lines = linesOf(text);
    expect([headers['x-total-rows'], lines.length]).toEqual(['36', 37]);
    expect(lines[5]).toEqual(['BTC', 'Sold', '-0.01', '-600', 'USDT']);
    expect(lines[29]).toEqual(['All coins', 'Sold', '', '-600', 'USDT']);
  });

  it.each(exportFormats)('as %s is what it says', async (format) => {
    for (const path of ['movements', 'orders', 'trades', 'statement']) {
      const year = path === 'statement' ? '&year=2026' : '';
      const { status, headers, bytes } = await download(`${path}?format=${format}${year}`, { as: 'bob' });
      expect([path, status]).toEqual([path, 200]);
      const begin = { csv: '\ufeff', pdf: '%PDF-1.7', xlsx: 'PK\u0003\u0004' }[format];
      expect(bytes.toString().startsWith(begin)).toBe(true);
      if (format !== 'xlsx') continue;
      expect(sheetOf(bytes).match(/<row>/g)).toHaveLength(Number(headers['x-total-rows']) + 1);
    }
  });

  it.each([
    ...[
      'movements',
      'movements?format=doc',
      'movements?format=csv&time_zone=Moon/Crater',
      'orders?format=csv&limit=5',
    ],
    ...[
      'trades?format=csv&state=done',
      'statement?format=csv',
      'statement?format=csv&year=2027',
      'movements?format=csv&colour=red',
      'movements?format=csv&currency=NONE',
    ],
  ])('refuses %s', async (path) => {
    expect((await download(path)).status).toBe(422);
  });

  it('is for whoever is signed in, and has nobody else’s rows', async () => {
    const { statusCode } = await app.app.inject({ url: `${apiBase}exports/movements?format=csv` });
    expect(statusCode).toBe(401);
    expect(linesOf((await download('movements?format=csv', { as: 'mallory' })).text)).toHaveLength(1);
  });
});

describe('a long export', () => {
  const begin = (format: ExportFormat) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: 'Bearer many' };
      get(
        { port, host: '127.0.0.1', path: `${apiBase}exports/movements?format=${format}`, headers },
        resolve,
      ).on('error', reject);
    });
  const drain = async (answer: IncomingMessage): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    return Buffer.concat(parts);
  };

  it.each(exportFormats)('arrives whole as %s, and says before how many rows it has', async (format) => {
    const answer = await begin(format);
    const total = Number(answer.headers['x-total-rows']);
    expect([answer.statusCode, total]).toEqual([200, rowsOfMany]);
    const bytes = await drain(answer);
    if (format === 'csv') expect(linesOf(bytes.toString())).toHaveLength(total + 1);
    if (format === 'xlsx') expect(sheetOf(bytes).match(/<row>/g)).toHaveLength(total + 1);
    if (format === 'pdf') expect(bytes.toString('latin1').endsWith('%%EOF\n')).toBe(true);
  });

  it('of more rows than a file may have is refused before anything is sent, and the next one is not', async () => {
    const sender = new ExportSender(app.platform);
    const words = new ExportWords({ language: 'en', timeZone: 'UTC', now: new Date(), brand: 'Agora' });
    const asked = { userId: userId('ann'), format: 'pdf', words, reply: {} as FastifyReply } as const;
    const table = () => {
      throw new Error('nothing is to be made');
    };
    for (const count of [exportRowsMax.pdf + 1, exportRowsMax.pdf + 2])
      await expect(sender.send({ ...asked, prepare: async () => ({ count, table }) })).rejects.toMatchObject({
        sentence: { code: 'export_too_large', params: { rows: count, max: exportRowsMax.pdf } },
      });
  });

  it('is the only one of its user until it ends, or until they go away', async () => {
    const first = await begin('xlsx');
    first.pause();
    const second = await begin('csv');
    expect([second.statusCode, JSON.parse((await drain(second)).toString()).code]).toEqual([
      409,
      'export_running',
    ]);
    expect((await download('movements?format=csv')).status).toBe(200);
    first.destroy();
    await expect.poll(async () => (await begin('csv').then(drain)).length).toBeGreaterThan(10_000);
  });
});
