import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './sealing.ts';

describe('a sealed text', () => {
  const key = randomBytes(32);
  const context = randomUUID();

  it('opens with its key in its place, and looks different every time', () => {
    const sealed = seal('JBSWY3DPEHPK3PXP', { key, context });
    expect(unseal(sealed, { key, context })).toBe('JBSWY3DPEHPK3PXP');
    expect(seal('JBSWY3DPEHPK3PXP', { key, context }).equals(sealed)).toBe(false);
  });

  it('opens neither in another place nor with another key, nor once it was touched', () => {
    const sealed = seal('JBSWY3DPEHPK3PXP', { key, context });
    expect(() => unseal(sealed, { key, context: randomUUID() })).toThrow();
    expect(() => unseal(sealed, { key: randomBytes(32), context })).toThrow();
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
    expect(() => unseal(sealed, { key, context })).toThrow();
  });
});
