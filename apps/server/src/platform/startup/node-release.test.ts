import { expect, it } from 'vitest';
import { nodeSupport, warnOfOldNode } from './node-release.ts';

const at = (day: string) => new Date(`${day}T12:00:00Z`);

it('warns of a release line from the day after its last one', () => {
  expect(warnOfOldNode(at('2026-04-30'), '20.20.2')).toBeUndefined();
  expect(warnOfOldNode(at('2026-05-01'), '20.20.2')).toMatch(/^Node 20\.20\.2 .*2026-04-30.*Node 24 LTS/);
  expect(warnOfOldNode(at('2026-11-19'), '25.1.0')).toContain('2026-06-01');
});

it('says nothing of a supported line, and nothing of one that came after this release', () => {
  expect(warnOfOldNode(at('2026-11-19'), '22.20.0')).toBeUndefined();
  expect(warnOfOldNode(at('2026-11-19'), '24.11.0')).toBeUndefined();
  expect(nodeSupport(at('2036-01-01'), '34.0.0')).toEqual({
    version: '34.0.0',
    until: undefined,
    isSupported: true,
  });
});
