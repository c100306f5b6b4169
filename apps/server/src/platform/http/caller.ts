import type { Capability } from '@emporion/contracts/rest';

/** Who a request or a socket speaks for, once its token was accepted. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  /** Whether the account has a role of staff: it neither trades nor withdraws, also in a session in which its role does not count. */
  readonly staff?: boolean;
  /** What the roles of the account allow; nothing in a session that a password alone has opened. */
  readonly capabilities?: ReadonlySet<Capability>;
  /** True when the owner froze the account: they may look, but neither trade nor take money out. */
  readonly frozen?: boolean;
  /** True when a second factor is required and the account has none: it neither trades nor withdraws until it has. */
  readonly missesFactor?: boolean;
  /** When the token ends. What was opened with it, such as a socket, ends then too. */
  readonly expiresAt?: Date;
}

/** Answers who holds the token, or nothing when it is expired, forged or revoked. At once when that is known without asking the database. */
export type Authenticate = (token: string) => Caller | undefined | Promise<Caller | undefined>;
