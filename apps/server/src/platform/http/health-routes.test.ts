import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, productionEnv, type TestApp, type TestAppOptions } from './testing/test-app.ts';

const opened: TestApp[] = [];

/** However slow the machine is, what is kept for a moment is kept. */
function holdTime(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
}

async function open(options: TestAppOptions = {}): Promise<TestApp> {
  const test = await createTestApp(options);
  opened.push(test);
  return test;
}

afterEach(async () => {
  vi.restoreAllMocks();
  for (const { app } of opened.splice(0)) await app.close();
});

describe('readiness', () => {
  it('asks the database once for many callers, and remembers the answer for a moment', async () => {
    holdTime();
    const { app, platform } = await open();
    const asked = vi.spyOn(platform.database.pool, 'query');
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')));
    answers.push(await app.inject('/readyz'));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('asks again after that moment', async () => {
    const { app, platform } = await open();
    const asked = vi.spyOn(platform.database.pool, 'query');
    await app.inject('/readyz');
    const later = performance.now() + 1_500;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    await app.inject('/readyz');
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

describe('metrics', () => {
  const headers = { authorization: 'Bearer Rk5Yv7Nx1Bc9Mj4H' };

  it('are gathered once for many callers', async () => {
    holdTime();
    const { app, platform } = await open({ env: { METRICS_TOKEN: 'Rk5Yv7Nx1Bc9Mj4H' } });
    const gathered = vi.spyOn(platform.metrics.registry, 'metrics');
    await Promise.all(Array.from({ length: 20 }, () => app.inject({ url: '/metrics', headers })));
    expect(gathered).toHaveBeenCalledTimes(1);
  });

  it.each([{}, productionEnv])(
    'are shown to nobody without a token, this machine included, with %j',
    async (env) => {
      const tokenless = await open({ env });
      expect((await tokenless.app.inject('/metrics')).statusCode).toBe(404);
      expect((await tokenless.app.inject({ url: '/metrics', headers })).statusCode).toBe(404);
      const { app } = await open({ env: { ...env, METRICS_TOKEN: 'Rk5Yv7Nx1Bc9Mj4H' } });
      const other = { authorization: 'Bearer another-token-here' };
      expect((await app.inject('/metrics')).statusCode).toBe(404);
      expect((await app.inject({ url: '/metrics', headers: other })).statusCode).toBe(404);
      expect((await app.inject({ url: '/metrics', headers, remoteAddress: '10.0.0.1' })).statusCode).toBe(
        200,
      );
    },
  );
});
