/** Who a request or a socket speaks for, once its token was accepted. */
export interface Caller {
  readonly userId: string;
}

/** Answers who holds the token, or nothing when it is expired, forged or revoked. */
export type Authenticate = (token: string) => Promise<Caller | undefined>;
