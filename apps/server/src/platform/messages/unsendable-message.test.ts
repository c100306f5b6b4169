import { describe, expect, it } from 'vitest';
import {
  checkMailRecipient,
  checkSmsRecipient,
  checkSmsText,
  checkSubject,
  UnsendableMessage,
} from './unsendable-message.ts';

describe('what may not be sent', () => {
  it.each([
    'ada@example.test\r\nBcc: eve@example.test',
    'ada@example.test\nX: y',
    'ada@example.test,eve@example.test',
    'Ada <ada@example.test>',
    '"a b"@example.test',
    'ada@example.test\u0000',
    'ada',
    '@example.test',
    `${'a'.repeat(65)}@example.test`,
    `a@${'b'.repeat(260)}`,
    '',
  ])('refuses the mail recipient %j', (address) => {
    expect(() => checkMailRecipient(address)).toThrow(UnsendableMessage);
  });

  it.each(['ada@example.test', "o'hara+tag@sub.example.test", 'пётр@пример.рф'])(
    'accepts the mail recipient %j',
    (address) => {
      expect(() => checkMailRecipient(address)).not.toThrow();
    },
  );

  it.each([
    '600000000',
    '+0600000000',
    '+34 600 000 000',
    '+3460000000000000',
    '+34600000000\n',
    '+３４600000000',
  ])('refuses the telephone number %j', (number) => {
    expect(() => checkSmsRecipient(number)).toThrow(UnsendableMessage);
  });

  it.each(['Hello\r\nBcc: eve@example.test', 'a\nb', 'a\u2028b', '', 'x'.repeat(256)])(
    'refuses the subject %j',
    (subject) => {
      expect(() => checkSubject(subject)).toThrow(UnsendableMessage);
    },
  );

  it('refuses an empty and an endless text message', () => {
    expect(() => checkSmsText('')).toThrow(UnsendableMessage);
    expect(() => checkSmsText('x'.repeat(481))).toThrow(UnsendableMessage);
  });

  it('does not repeat what it refused', () => {
    expect(() => checkMailRecipient('s3cr3t\r\n')).toThrow(/^(?!.*s3cr3t)/);
  });
});
