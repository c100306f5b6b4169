import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepSeconds = 30;
const graceSeconds = 10;

function fromBase32(text: string): Buffer {
  let bits = '';
  for (const letter of text.replaceAll(' ', '')) {
    bits += alphabet.indexOf(letter).toString(2).padStart(5, '0');
  }
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * An authenticator app (RFC 6238). The server takes each time step once and a step too early or too late, so a test that
 * needs three codes begins with the oldest that counts, and waits only when they are spent.
 */
export function authenticator(secret: string) {
  let last = 0;
  const current = () => Math.floor(Date.now() / 1_000 / stepSeconds);
  // A code that is about to become too old would be refused on its way.
  const soon = () => Math.floor((Date.now() / 1_000 + graceSeconds) / stepSeconds);
  const next = () => Math.max(last + 1, soon() - 1);
  return {
    async code(): Promise<string> {
      // Nobody can hurry a clock: this is the one thing to wait for.
      while (next() > current() + 1) await new Promise((resolve) => setTimeout(resolve, 500));
      last = next();
      return codeOfStep(secret, last);
    },
    /** The next code, when it counts already. */
    codeNow(): string | undefined {
      if (next() > current() + 1) return undefined;
      last = next();
      return codeOfStep(secret, last);
    },
  };
}
