import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AddressText } from './address-text.tsx';

afterEach(cleanup);

const iban = 'DE89370400440532013000';

it('shows an IBAN in groups of four, and its text has no spaces to copy', () => {
  const { container } = render(<AddressText value={iban} />);
  const groups = [...(container.firstElementChild?.children ?? [])].map(({ textContent }) => textContent);
  expect(groups).toEqual(['DE89', '3704', '0044', '0532', '0130', '00']);
  expect(container.textContent).toBe(iban);
});

it('keeps the first and last four of a short one, and six of an address', () => {
  const strong = (value: string) => {
    const { container } = render(<AddressText value={value} short />);
    return [...container.querySelectorAll('strong')].map(({ textContent }) => textContent);
  };
  expect(strong(iban)).toEqual(['DE89', '3000']);
  expect(strong('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toEqual(['bc1qar', 'wf5mdq']);
});
