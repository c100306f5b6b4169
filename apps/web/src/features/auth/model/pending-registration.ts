import { type KeyValueStore, tabStorage } from '#api/browser-storage.ts';

/** A registration whose address is not verified yet. The ticket lets this tab, and no other, change the address. */
export interface PendingRegistration {
  readonly ticket: string;
  readonly email: string;
  /** The moment from which another mail can be asked for, in milliseconds. */
  readonly resendAt: number;
  /** False while mails to the address rest; any mail of the last two days then verifies this registration. */
  readonly mailSent?: boolean;
}

const key = 'registration';

interface Answer {
  readonly ticket: string;
  readonly email: string;
  readonly resend_after: number;
  readonly mail_sent: boolean;
}

/** Keeps what the server answered. It outlives a reload, and goes with the tab. */
export function keepPending(answer: Answer, storage: KeyValueStore = tabStorage): PendingRegistration {
  const { ticket, email, resend_after, mail_sent: mailSent } = answer;
  const pending = { ticket, email, resendAt: Date.now() + resend_after * 1_000, mailSent };
  storage.setItem(key, JSON.stringify(pending));
  return pending;
}

function isPending(value: unknown): value is PendingRegistration {
  if (typeof value !== 'object' || value === null) return false;
  const { ticket, email, resendAt } = value as Partial<PendingRegistration>;
  return typeof ticket === 'string' && typeof email === 'string' && typeof resendAt === 'number';
}

export function readPending(storage: KeyValueStore = tabStorage): PendingRegistration | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isPending(value) ? value : null;
  } catch {
    return null;
  }
}

export function forgetPending(storage: KeyValueStore = tabStorage): void {
  storage.removeItem(key);
}
