import {
  createCipheriv,
  createECDH,
  type ECDH,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/** Of a browser, as base64url. */
export interface BrowserKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const recordBytes = 4_096;
const tagBytes = 16;

function newSender(): ECDH {
  const sender = createECDH('prime256v1');
  sender.generateKeys();
  return sender;
}

/**
 * Encrypts what is pushed, for nobody but the browser (RFC 8291, the content coding aes128gcm of RFC 8188): one record with a key of its own.
 *
 * @param once the key pair and salt of this message, which only a test gives.
 * @throws when the key of the browser is no point of the curve.
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: BrowserKeys,
  once: { readonly sender: ECDH; readonly salt: Buffer } = { sender: newSender(), salt: randomBytes(16) },
): Buffer {
  const { sender, salt } = once;
  const browserKey = Buffer.from(p256dh, 'base64url');
  const ownKey = sender.getPublicKey();
  const derive = (secret: Buffer, from: Buffer, info: string | Buffer, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, from, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey]);
  const keyMaterial = derive(sender.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(keyMaterial, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(keyMaterial, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes });
  // The 2 says that this is the last record.
  const record = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()]);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(recordBytes);
  size.writeUInt8(ownKey.length, 4);
  return Buffer.concat([salt, size, ownKey, record, cipher.getAuthTag()]);
}

/** Says who pushes, to this push service and for a while (RFC 8292). */
export function vapidAuthorization({
  endpoint,
  subject,
  publicKey,
  privateKey,
  now,
}: {
  endpoint: string;
  /** Where the push service finds whoever runs the exchange. */
  subject: string;
  publicKey: string;
  privateKey: KeyObject;
  now: Date;
}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1_000) + 43_200,
    sub: subject,
  };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
