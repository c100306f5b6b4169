import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { invariant } from '@emporion/kernel';
import type { PostPush } from '../push-job.ts';

/**
 * A double of a push service and of the browser behind it. It is no real one: nothing leaves the process. It does what both do with a message: the service asks who
 * pushes (RFC 8292), and the browser decrypts (RFC 8291, by its own half of the keys).
 */
export class PushServiceDouble {
  readonly #browser = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly received: { title: string; text: string; link: string; tag: string }[] = [];
  /** What the service answers from now on. */
  status = 201;
  /** The key that the browser subscribed with; a message by anybody else is refused. */
  applicationServerKey = '';

  constructor() {
    this.#browser.generateKeys();
  }

  get subscription() {
    return {
      endpoint: 'https://push.example.com/send/3f9c',
      p256dh: this.#browser.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  readonly post: PostPush = async (endpoint, { body, headers }) => {
    invariant(endpoint === this.subscription.endpoint, 'it was pushed to another browser');
    if (!this.#isSigned(headers.authorization ?? '')) return 403;
    if (this.status < 300) this.received.push(JSON.parse(this.#decrypt(body)));
    return this.status;
  };

  #isSigned(authorization: string): boolean {
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
    const [head = '', claims = '', signature = ''] = token.split('.');
    const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    invariant(x !== undefined && y !== undefined, 'the key is no point');
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return (
      key === this.applicationServerKey &&
      aud === 'https://push.example.com' &&
      exp > 0 &&
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    );
  }

  #decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 86);
    const record = body.subarray(86);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#browser.getPublicKey(), sender]);
    const secret = this.#browser.computeSecret(sender);
    const material = Buffer.from(hkdfSync('sha256', secret, this.#auth, info, 32));
    const derive = (name: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${name}\0`, bytes));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12), {
      authTagLength: 16,
    }).setAuthTag(record.subarray(-16));
    const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    invariant(text.at(-1) === 2, 'it is not the last record');
    return text.subarray(0, -1).toString();
  }
}
