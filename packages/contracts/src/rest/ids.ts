import * as z from 'zod/mini';

/** An id that we gave out. It is compared as text, here and in the exchange, so another spelling of the same one becomes ours. */
export function uuid(options?: { readonly error: string }) {
  return z.uuid(options).check(z.toLowerCase());
}
