/** SHA-256 of whoever runs the check: of the browser, or of Node, which need not be waited for. */
export interface Hashing {
  sha256(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
  hmac(key: Uint8Array, bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/** The little of WebCrypto that is used. Browsers have it, and so does Node. */
interface Subtle {
  digest(algorithm: string, data: Uint8Array): Promise<ArrayBuffer>;
  importKey(
    format: 'raw',
    key: Uint8Array,
    algorithm: { name: 'HMAC'; hash: 'SHA-256' },
    extractable: false,
    uses: ['sign'],
  ): Promise<unknown>;
  sign(algorithm: 'HMAC', key: unknown, data: Uint8Array): Promise<ArrayBuffer>;
}

/** Asked for at each use: a page that was not loaded over HTTPS has none, and need not fail before somebody checks something. */
const subtle = (): Subtle => (globalThis as unknown as { crypto: { subtle: Subtle } }).crypto.subtle;

export const webHashing: Hashing = {
  sha256: async (bytes) => new Uint8Array(await subtle().digest('SHA-256', bytes)),
  hmac: async (key, bytes) => {
    const imported = await subtle().importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return new Uint8Array(await subtle().sign('HMAC', imported, bytes));
  },
};
