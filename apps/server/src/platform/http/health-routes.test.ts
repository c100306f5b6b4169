import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, productionEnv, type TestApp, type TestAppOptions } from './testing/test-app.ts';

const opened: TestApp[] = [];

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
  it('are gathered once for many callers', async () => {
    const { app, platform } = await open();
    const gathered = vi.spyOn(platform.metrics.registry, 'metrics');
    await Promise.all(Array.from({ length: 20 }, () => app.inject('/metrics')));
    expect(gathered).toHaveBeenCalledTimes(1);
  });

  it.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto'])(
    'are hidden in production from what came through a proxy that sends %s',
    async (header) => {
      const { app } = await open({ env: productionEnv });
      expect((await app.inject('/metrics')).statusCode).toBe(200);
      expect((await app.inject({ url: '/metrics', headers: { [header]: 'x' } })).statusCode).toBe(404);
    },
  );

  it('always ask for the token once there is one', async () => {
    const { app } = await open({ env: { METRICS_TOKEN: 'a-long-metrics-token' } });
    const headers = { authorization: 'Bearer a-long-metrics-token' };
    expect((await app.inject('/metrics')).statusCode).toBe(404);
    expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(200);
  });
});
