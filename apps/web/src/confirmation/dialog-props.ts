import type { Confirmation, ConfirmedAction, FactorMethod } from '@emporion/contracts/rest';
import type { Result } from '@emporion/kernel';
import type { ApiFailure } from '#api/failure.ts';
import type { SentCode } from '#ui/code/resend-code.tsx';

/** Has the code sent by the call that knows what it is for, so that the message can say it. */
export type SendCode = (method: 'sms' | 'email') => Promise<Result<Omit<SentCode, 'at'>, ApiFailure>>;

/** The ways to a code that an account has, and where codes are sent. */
export interface ConfirmationWays {
  readonly methods: readonly FactorMethod[];
  readonly targets: { readonly [Method in 'sms' | 'email']?: string | undefined };
}

export interface ConfirmationDialogProps {
  action: ConfirmedAction;
  /** Left out: the server is asked. */
  ways?: ConfirmationWays | undefined;
  /** What is being confirmed, in the words of whoever asks. */
  what?: string | undefined;
  /** Left out: by the action alone. */
  sendCode?: SendCode | undefined;
  /** What the code is for, by which this tab remembers that one was sent. Left out: a reload forgets it. */
  rememberAs?: string | undefined;
  /** Makes the call with the proof. Gives the reason when another proof may help; otherwise the dialog is closed by it. */
  attempt: (confirmation: Confirmation) => Promise<ApiFailure | undefined>;
}
