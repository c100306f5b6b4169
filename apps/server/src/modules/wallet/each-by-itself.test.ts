import { pino } from 'pino';
import { expect, it } from 'vitest';
import { eachByItself } from './each-by-itself.ts';

it('works on the others when one of them cannot be worked on, and says which one', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const done: string[] = [];
  await eachByItself({ log }, [{ id: 'a' }, { id: 'b' }, { id: 'c' }], async ({ id }) => {
    if (id === 'b') throw new Error('spoiled');
    done.push(id);
  });
  expect(done).toEqual(['a', 'c']);
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(['b']);
});
