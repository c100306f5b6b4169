import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Amount } from './amount.tsx';

afterEach(cleanup);

describe('an amount', () => {
  it('dims its trailing zeros and names its unit', () => {
    const { container } = render(<Amount value="1234.5" unit="BTC" />);
    expect(container.textContent).toBe('1,234.50000000 BTC');
    expect(container.querySelector('.text-muted')?.textContent).toBe('0000000');
  });

  it('of a currency is read to the cent, and its cents are no less than the rest', () => {
    const { container } = render(<Amount value="48.2" decimals={18} trimZeros unit="USD" />);
    expect(container.textContent).toBe('48.20 USD');
    expect(container.querySelector('.text-muted')?.textContent).toBe(' USD');
  });

  it('says by a sign what it says by colour', () => {
    const { container } = render(
      <>
        <Amount value="2.41" decimals={2} signed />
        <Amount value="-0.87" decimals={2} signed />
        <Amount value="0" decimals={2} signed />
      </>,
    );
    const shown = [...container.children].map((element) => [
      element.textContent,
      /text-(buy|sell)/.exec(element.className)?.[1],
    ]);
    expect(shown).toEqual([
      ['+2.41', 'buy'],
      ['−0.87', 'sell'],
      ['0.00', undefined],
    ]);
  });
});
