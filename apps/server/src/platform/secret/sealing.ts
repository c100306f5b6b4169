import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface SealKey {
  /** Of 32 bytes. */
  readonly key: Buffer;
  /** What the text is bound to, such as the id of its row: copied to another place it does not open. */
  readonly context: string;
}

const ivBytes = 12;
const tagBytes = 16;

export function seal(text: string, key: SealKey): Buffer {
  return sealBytes(Buffer.from(text), key);
}

export function sealBytes(bytes: Uint8Array, { key, context }: SealKey): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const sealed = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]);
}

/** @throws when the key or the context is another one, or a byte was touched. */
export function unseal(sealed: Buffer, key: SealKey): string {
  return unsealBytes(sealed, key).toString();
}

/** @throws as `unseal` does. */
export function unsealBytes(sealed: Buffer, { key, context }: SealKey): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
}

export function opens(sealed: Buffer, key: SealKey): boolean {
  try {
    unseal(sealed, key);
    return true;
  } catch {
    return false;
  }
}
