import { texts } from '@emporion/i18n/texts';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ChangeText } from './change-text.tsx';

afterEach(cleanup);

it.each([
  ['2.5', '▲ +2.50%'],
  ['-0.01', '▼ −0.01%'],
  ['0', '0.00%'],
  ['-0.004', '0.00%'],
  ['0.0049', '0.00%'],
  [null, '–'],
])('shows %s as %s, and says with a mark which way it went', (change, text) => {
  expect(render(<ChangeText change={change} />).container.textContent).toBe(text);
});

it('has the sign apart from the number where the language has it so', async () => {
  for (const [language, text] of [
    ['fr', '▲ +2.50\u00a0%'],
    ['it', '▲ +2.50%'],
  ] as const) {
    await texts.changeLanguage(language);
    expect(render(<ChangeText change="2.5" />).container.textContent).toBe(text);
    cleanup();
  }
  await texts.changeLanguage('en');
});
