import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { censored, redact } from './redact.ts';

it('replaces sensitive values at any depth, however the name is written', () => {
  const secrets = [
    'Authorization',
    'set-cookie',
    'newPassword',
    'refresh_token',
    'privateKey',
    'code',
    'seed',
  ];
  for (const name of secrets) {
    expect(redact({ a: [{ b: { [name]: 'hunter2' } }] }), name).toEqual({ a: [{ b: { [name]: censored } }] });
  }
});

it('leaves what is not sensitive as it is', () => {
  const line = { status: 200, route: '/api/v1/time/', user: { id: 'u1', coins: ['BTC'] } };
  expect(redact(line)).toEqual(line);
});

it('shows nothing below the depth it looks at', () => {
  let deep: unknown = { password: 'hunter2' };
  for (let level = 0; level < 20; level += 1) deep = { deep };
  expect(JSON.stringify(redact(deep))).not.toContain('hunter2');
});

it('keeps secrets out of lines, of children and of errors that carry more than a message', () => {
  const lines: string[] = [];
  const log = createLogger({ logLevel: 'trace' }, { write: (line) => void lines.push(line) });
  const error = Object.assign(new Error('insert failed'), {
    detail: 'Key (password)=(hunter2)',
    code: '23505',
  });
  log.child({ token: 'hunter2' }).info({ body: { password: 'hunter2' } }, 'one');
  log.error({ err: error, req: { method: 'GET', url: '/x?token=hunter2' } }, 'two');
  expect(lines.join('')).not.toContain('hunter2');
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    level: 'error',
    err: { code: '23505' },
    req: { path: '/x' },
  });
});
