import { InvariantError } from '@emporion/kernel';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { BackgroundErrors } from './background-errors.ts';

function listen() {
  const lines: string[] = [];
  const metrics = createMetrics();
  const onFault = vi.fn();
  const errors = new BackgroundErrors();
  errors.listen({
    log: createLogger({ logLevel: 'warn' }, { write: (line) => void lines.push(line) }),
    metrics,
    onFault,
  });
  const counted = async () => {
    const found = await metrics.registry.getSingleMetric('background_errors_total')?.get();
    return Object.fromEntries(found?.values.map(({ labels, value }) => [labels.reason, value]) ?? []);
  };
  return { errors, lines, onFault, counted };
}

function databaseError(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('could not extend file: No space left on device', 1, 'error');
  error.code = code;
  return error;
}

it('logs and counts an error of a promise that no caller awaits, and the server goes on', async () => {
  const { errors, lines, onFault, counted } = listen();
  errors.report(new TypeError('x is not a function'));
  errors.report('not even an error');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('x is not a function');
  expect(await counted()).toEqual({ database_unreachable: 0, disk_full: 0, other: 2 });
  expect(onFault).not.toHaveBeenCalled();
});

it('says that the disk of the database is full', async () => {
  const { errors, lines, counted } = listen();
  errors.report(databaseError('53100'));
  expect(lines.join()).toContain('The disk of the database is full');
  expect(await counted()).toMatchObject({ disk_full: 1 });
});

it('leaves a database that is gone to those who own it', async () => {
  const { errors, lines, counted } = listen();
  errors.report(databaseError('57P01'));
  expect(lines).toEqual([]);
  expect(await counted()).toMatchObject({ database_unreachable: 1 });
});

it('ends the server on a broken invariant', () => {
  const { errors, onFault } = listen();
  const broken = new InvariantError('the books do not agree');
  errors.report(broken);
  expect(onFault).toHaveBeenCalledWith(broken);
  expect(() => new BackgroundErrors().report(broken)).toThrow(broken);
});
