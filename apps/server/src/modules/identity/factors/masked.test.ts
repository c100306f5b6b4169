import { describe, expect, it } from 'vitest';
import { maskedEmail, maskedName, maskedPhone } from './masked.ts';

describe('a masked target', () => {
  it.each([
    ['theo@example.org', 't***@example.org'],
    ['ж@пример.рф', 'ж***@пример.рф'],
    ['"a@b"@example.org', '"***@example.org'],
  ])('shows of %s the first letter and the host', (address, masked) => {
    expect(maskedEmail(address)).toBe(masked);
  });

  it.each([
    [{ firstName: 'Мария', lastName: 'Silva' }, 'М••• S•••'],
    [{ firstName: '', lastName: ' ' }, 'q•••'],
  ])('shows of a name the first letters, and hides how long it is', (name, masked) => {
    expect(maskedName({ ...name, username: 'quiet-otter' })).toBe(masked);
  });

  it('shows of a number its beginning and the last two digits', () => {
    expect(maskedPhone('+34600123456')).toBe('+34*******56');
    expect(maskedPhone('+1234567')).toBe('+12***67');
  });
});
