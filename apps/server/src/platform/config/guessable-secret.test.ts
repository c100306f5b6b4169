import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isGuessable } from './guessable-secret.ts';

const bitsMin = 90;

describe('a secret', () => {
  it.each([
    'changeme-changeme-changeme-changeme',
    'changeme-please-before-production-2026',
    'ch4ng3m3-pl34s3-b3f0r3-pr0duct10n-2026',
    'a-secret-of-more-than-thirty-two-characters',
    'correct horse battery staple monkey dragon',
    'CorrectHorseBatteryStapleMonkeyDragon1',
    'emporion-exchange-production-secret-2026',
    'una frase muy larga que cualquiera puede adivinar',
    'THIS IS THE SECRET OF OUR EXCHANGE, KEEP IT',
    '0123456789abcdefghijklmnopqrstuvwxyz',
    'zyxwvutsrqponmlkjihgfedcba9876543210',
    'qwertyuiopasdfghjklzxcvbnm1234567890',
    'a'.repeat(32),
    'Xk9!'.repeat(10),
    'Qz7#Lw2@Qz7#Lw2@Qz7#Lw2@Qz7#Lw2@',
    'aabbABababbAabbbaABabbababbabaab',
    '12345678901234567890123456789012',
  ])('such as %s is refused', (secret) => {
    expect(isGuessable(secret, bitsMin)).toBe(true);
  });

  it('from any usual generator passes', () => {
    for (let round = 0; round < 30; round += 1) {
      const bytes = createHash('sha256').update(String(round)).digest();
      const hex = bytes.toString('hex');
      for (const secret of [
        hex,
        hex.slice(0, 32),
        bytes.toString('base64'),
        bytes.subarray(0, 24).toString('base64url'),
        hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5'),
      ])
        expect({ secret, refused: isGuessable(secret, bitsMin) }).toEqual({ secret, refused: false });
      expect(isGuessable(bytes.subarray(0, 12).toString('base64url'), 40)).toBe(false);
    }
  });
});
