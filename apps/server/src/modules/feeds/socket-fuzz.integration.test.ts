import { once } from 'node:events';
import { parseServerMessage, type ServerMessage, subscriptionNames } from '@emporion/contracts/sockets';
import { stateHash } from '@emporion/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { notificationsModule } from '#modules/notifications/index.ts';
import { tradingModule } from '#modules/trading/index.ts';
import { walletModule } from '#modules/wallet/index.ts';
import { realtimeModule } from '#realtime/index.ts';
import { createTradingApp, type TradingApp } from '#testing/trading-app.ts';
import { feedsModule } from './index.ts';

let app: TradingApp;
let origin: string;

beforeAll(async () => {
  app = await createTradingApp({
    modules: [realtimeModule, tradingModule, walletModule, feedsModule, notificationsModule],
  });
  origin = (await app.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  await app.fund('rich', 'BTC', '10');
  const order = { type: 0, pair: 'BTC-USDT', operation: 'sell', quantity: '0.1', price: '90000' };
  await app.call({ method: 'POST', path: 'orders', as: 'rich', body: order });
});
afterAll(() => app.close());

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      'BTC-USDT',
      'btc-usdt',
      'ВТС-USDT',
      'BTC‐USDT',
      'BTC-USDT\u0000',
      '__proto__',
      'constructor',
      '../x',
      '1m',
      '1M',
    ],
    ...['-1', '0', '1e400', 'NaN', '0.01', '１', '', 'x'.repeat(70)],
    ...[0, -1, 1, 1.5, 2 ** 53, 1e300, true, false, null, [], {}, ['BTC-USDT'], { pair: 'BTC-USDT' }],
  ),
  fc.string({ maxLength: 80 }),
);
const params = fc.oneof(
  fc.dictionary(
    fc.oneof(
      fc.constantFrom(
        'pair',
        'precision',
        'page',
        'timeframe',
        'ticker',
        'coin',
        'limit',
        '__proto__',
        'constructor',
      ),
      fc.string({ maxLength: 70 }),
    ),
    odd,
    { maxKeys: 10 },
  ),
  fc.constant({ pair: 'BTC-USDT' }),
  odd,
);
const command = fc
  .tuple(
    fc.constantFrom('add_', 'del_', '', 'add', 'ADD_'),
    fc.oneof(fc.constantFrom<string>(...subscriptionNames), fc.string()),
  )
  .map(([action, name]) => `${action}${name}`);
/** Most of them are nearly a message, some are whatever can be written. */
const texts = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ command, params }, { requiredKeys: ['command'] })
      .map((one) => JSON.stringify(one)),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ token: fc.oneof(fc.constantFrom('forged', 'rich', 'poor'), odd) })
      .map((one) => JSON.stringify(one)),
  },
  fc.json(),
  fc.string({ maxLength: 300 }),
  fc.constantFrom(
    '{"command":"add_stack","command":"add_balance","params":{"pair":"BTC-USDT"}}',
    '{"token":"forged","token":null}',
    '{"__proto__":{"token":"rich"}}',
    '{"command":"add_stack","params":{"__proto__":{"pair":"BTC-USDT"}}}',
    '['.repeat(4_000),
    `{"command":"add_stack","params":{"pair":"${'9'.repeat(4_000)}"}}`,
    '\ud800',
    '\u0000',
  ),
);

/** The messages that one socket gets for these, until its ping is answered. It stays under what a socket may send at once. */
async function converse(path: string, messages: readonly string[]): Promise<ServerMessage[]> {
  const socket = new WebSocket(`${origin}/wsapi/v1/${path}`);
  await once(socket, 'open');
  const heard: ServerMessage[] = [];
  const answered = new Promise<void>((done, refuse) => {
    socket.on('message', (data) => {
      const message = parseServerMessage(JSON.parse(String(data)));
      heard.push(message);
      if (message.kind === 'pong') done();
    });
    socket.once('close', (code) => refuse(new Error(`The socket was closed with ${code}.`)));
  });
  for (const message of messages) socket.send(message);
  socket.send('{"ping":1}');
  await answered.finally(() => socket.removeAllListeners('close'));
  socket.terminate();
  return heard;
}

it('answers whatever a socket says within the contract, tells a visitor nothing private, and changes nothing', async () => {
  const before = await app.runtime.read(stateHash);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('trading', 'live_notifications'),
      fc.boolean(),
      fc.array(texts, { minLength: 40, maxLength: 80 }),
      async (path, isVisitor, said) => {
        const messages = isVisitor ? said.filter((text) => !text.includes('token')) : said;
        const heard = await converse(path, messages);
        expect(heard.filter((message) => message.kind === 'error' && message.code === 'internal')).toEqual(
          [],
        );
        const own = heard.filter(({ kind }) => /order|balance|history|deals|user_/.test(kind));
        if (isVisitor) expect(own).toEqual([]);
      },
    ),
    { numRuns: 12 },
  );
  expect(await app.runtime.read(stateHash)).toBe(before);
  expect(app.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
