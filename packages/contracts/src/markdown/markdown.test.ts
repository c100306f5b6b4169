import { expect, it } from 'vitest';
import { parseMarkdown, plainTextOf } from '#markdown/index.ts';

it('reads headings, paragraphs, lists and notes, with their marks', () => {
  const blocks = parseMarkdown(
    '## How to\n\n1. Open **it**.\n2. See [Fees](/fees) and `code`.\n\n- one\n- two\n\n> Beware.\n\nTwo\nlines.',
  );
  expect(blocks).toEqual([
    { kind: 'heading', level: 2, id: 'how-to', text: [{ kind: 'text', text: 'How to' }] },
    {
      kind: 'list',
      ordered: true,
      items: [
        [
          { kind: 'text', text: 'Open ' },
          { kind: 'strong', text: 'it' },
          { kind: 'text', text: '.' },
        ],
        [
          { kind: 'text', text: 'See ' },
          { kind: 'link', text: 'Fees', to: '/fees' },
          { kind: 'text', text: ' and ' },
          { kind: 'code', text: 'code' },
          { kind: 'text', text: '.' },
        ],
      ],
    },
    {
      kind: 'list',
      ordered: false,
      items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two' }]],
    },
    { kind: 'note', text: [{ kind: 'text', text: 'Beware.' }] },
    { kind: 'paragraph', text: [{ kind: 'text', text: 'Two lines.' }] },
  ]);
  expect(plainTextOf(blocks)).toBe('How to\nOpen it.\nSee Fees and code.\none\ntwo\nBeware.\nTwo lines.');
});

it('reads a heading that nothing separates from the lines around it', () => {
  const kinds = parseMarkdown('before\n## Heading\nafter').map(({ kind }) => kind);
  expect(kinds).toEqual(['paragraph', 'heading', 'paragraph']);
});

it('names two headings of the same words apart', () => {
  const ids = parseMarkdown('## Вывод\n\n## Вывод').map((block) => block.kind === 'heading' && block.id);
  expect(ids).toEqual(['вывод', 'вывод-2']);
});

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'http://plain.example',
  'https://user@evil.example',
])('leaves a link to %s as the words that were written', (to) => {
  expect(parseMarkdown(`[press](${to})`)).toEqual([
    { kind: 'paragraph', text: [{ kind: 'text', text: `[press](${to})` }] },
  ]);
});

it('takes markup for text', () => {
  expect(parseMarkdown('<img src=x onerror=alert(1)>')).toEqual([
    { kind: 'paragraph', text: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }] },
  ]);
});

it('reads a long line of marks in time that does not explode', async () => {
  const took = () => {
    const began = performance.now();
    parseMarkdown('**'.repeat(10_000) + '['.repeat(10_000) + '`'.repeat(9_999));
    return performance.now() - began;
  };
  // Asked again where the machine had stood still meanwhile.
  await expect.poll(took).toBeLessThan(2_000);
});
