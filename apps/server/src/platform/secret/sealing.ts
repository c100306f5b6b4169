import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface SealKey {
  /** Of 32 bytes. */
  readonly key: Buffer;
  /** What the text is bound to, such as the id of its row: copied to another place it does not open. */
  readonly context: string;
}

const ivBytes = 12;
const tagBytes = 16;

export function seal(text: string, { key, context }: SealKey): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws when the key or the context is another one, or a byte was touched. */
export function unseal(sealed: Buffer, { key, context }: SealKey): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString();
}

export function opens(sealed: Buffer, key: SealKey): boolean {
  try {
    unseal(sealed, key);
    return true;
  } catch {
    return false;
  }
}
