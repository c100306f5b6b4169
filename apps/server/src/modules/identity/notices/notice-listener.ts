import type { QueryExecutorProvider } from 'kysely';

/** What happened to how an account is protected, in the words of the module that tells its owner beside the mail. */
export interface AccountNotice {
  readonly userId: string;
  readonly template:
    | 'security_changed'
    | 'security_new_login'
    | 'security_password_reset'
    | 'security_session_ended'
    | 'security_secured'
    | 'login_known';
  /** What changed, as `NoticeEvent` names it. */
  readonly event?: string;
}

/** Called within the transaction of what happened. */
export type AccountNoticeListener = (db: QueryExecutorProvider, notice: AccountNotice) => Promise<void>;

const listeners: AccountNoticeListener[] = [];

/** For the module that keeps what users are told. To be called once, as the module loads: it leans on this one, not the other way round. */
export function onAccountNotice(listener: AccountNoticeListener): void {
  listeners.push(listener);
}

export async function tellAccountNotice(db: QueryExecutorProvider, notice: AccountNotice): Promise<void> {
  for (const listener of listeners) await listener(db, notice);
}
