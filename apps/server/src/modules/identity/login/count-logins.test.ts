import { expect, it } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { countLogins } from './count-logins.ts';

it('counts logins by how they ended, and passes on what they answered', async () => {
  const metrics = createMetrics();
  const counted = countLogins({ metrics });
  expect(await counted(Promise.resolve({ status: 'signed_in' }))).toEqual({ status: 'signed_in' });
  await counted(Promise.resolve({ status: 'signed_in' }));
  await counted(Promise.resolve({ status: 'second_step' }));
  const refused = counted(Promise.reject(new Problem('invalid_credentials')));
  await expect(refused).rejects.toThrow(Problem);
  await expect(counted(Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  const lines = (await metrics.registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('logins_total{'));
  expect(lines.sort()).toEqual([
    'logins_total{outcome="internal"} 1',
    'logins_total{outcome="invalid_credentials"} 1',
    'logins_total{outcome="second_step"} 1',
    'logins_total{outcome="signed_in"} 2',
  ]);
});
