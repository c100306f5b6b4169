import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './totp.ts';

describe('a sealed secret', () => {
  const key = randomBytes(32);
  const userId = randomUUID();

  it('opens with its key for its account, and looks different every time', () => {
    const sealed = seal('JBSWY3DPEHPK3PXP', { key, userId });
    expect(unseal(sealed, { key, userId })).toBe('JBSWY3DPEHPK3PXP');
    expect(seal('JBSWY3DPEHPK3PXP', { key, userId }).equals(sealed)).toBe(false);
  });

  it('opens neither in another account nor with another key, nor once it was touched', () => {
    const sealed = seal('JBSWY3DPEHPK3PXP', { key, userId });
    expect(() => unseal(sealed, { key, userId: randomUUID() })).toThrow();
    expect(() => unseal(sealed, { key: randomBytes(32), userId })).toThrow();
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
    expect(() => unseal(sealed, { key, userId })).toThrow();
  });
});
