import { afterEach, expect, it, vi } from 'vitest';
import { Phases } from './phases.mjs';

const open = [];
function begin(options) {
  const printed = [];
  const phases = new Phases({ print: (text) => printed.push(text), ...options });
  open.push(phases);
  return { phases, printed };
}

afterEach(() => {
  for (const phases of open.splice(0)) phases.end();
  vi.useRealTimers();
});

it('prints each part whole when it ends, however the two were mixed', async () => {
  const { phases, printed } = begin();
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const slow = phases.run('slow', async (hear) => {
    hear('slow begins\n');
    await held;
    hear('slow ends\n');
    return { passed: 2, failed: 1 };
  });
  await phases.run('fast', async (hear) => {
    hear('fast\n');
    return { passed: 1, failed: 0 };
  });
  release();
  expect(await slow).toMatchObject({ passed: 2, failed: 1 });
  expect(printed).toHaveLength(2);
  expect(printed[0]).toMatch(/^\n── fast: 1 passed in \d+\.\d s\nfast$/);
  expect(printed[1]).toMatch(/^\n── slow: 2 passed, 1 FAILED in \d+\.\d s\nslow begins\nslow ends$/);
});

it('says what a part took of a core, which no other part can change', async () => {
  const { phases, printed } = begin();
  await phases.run('types', async () => ({ passed: 1, failed: 0, processorSeconds: 12.34 }));
  expect(printed[0]).toMatch(/^\n── types: 1 passed in \d+\.\d s, 12\.3 s of a core\n$/);
});

it('counts a part that cannot do its work as a failure, and says why', async () => {
  const { phases, printed } = begin();
  const result = await phases.run('broken', async () => {
    throw new Error('no runner');
  });
  expect(result).toMatchObject({ title: 'broken', passed: 0, failed: 1, slow: [] });
  expect(printed[0]).toContain('no runner');
});

it('names a test that failed at once, also when its line comes in pieces', async () => {
  const { phases, printed } = begin();
  await phases.run('unit tests', async (hear) => {
    hear('   ✓ this one\n   \u001b[31m× that');
    expect(printed).toEqual([]);
    hear(' one\u001b[39m\n   and more');
    expect(printed).toEqual(['unit tests: × that one']);
    hear(' of it\n');
    return { passed: 1, failed: 1 };
  });
  expect(printed).toHaveLength(2);
});

it('says meanwhile what runs, and what it said last', async () => {
  vi.useFakeTimers();
  const { phases, printed } = begin({ tellEveryMs: 1_000 });
  let release;
  const running = phases.run('browser tests', async (hear) => {
    hear('first\n\u001b[32msecond\u001b[39m\n');
    await new Promise((resolve) => {
      release = resolve;
    });
    return { passed: 0, failed: 0 };
  });
  vi.advanceTimersByTime(1_000);
  expect(printed).toEqual(['… 1.0 s: browser tests (second)']);
  release();
  await running;
});
