/** The certificates of the server's tests, for those of the product. */
export { selfSigned } from '../apps/server/src/testing/self-signed.ts';
