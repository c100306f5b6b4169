import * as z from 'zod/mini';

/** A number of the client's own, which the answer repeats: of 15 digits at most, like every number of a message. */
export const ping = z.int().check(z.minimum(0), z.maximum(999_999_999_999_999));

/** A page cannot send the protocol's own pings, so one that shows how far away the server is asks with a message. */
export const PingMessage = z.strictObject({ ping });
