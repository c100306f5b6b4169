import type { NotificationChannel } from '@emporion/contracts/rest';
import { choicesOf, type StoredChoices } from '#platform/messages/notification-choices.ts';
import { isShownOtherwise, kindOf } from './templates.ts';

/** Ways that lead out of the page, and are served after the transaction. */
export type DueChannel = Extract<NotificationChannel, 'mail' | 'sms' | 'push'>;

/** Who writes the mail at once, if one is wanted: the centre, in the words of the notification, or the module whose matter it is. */
export type MailBy = 'centre' | 'caller';

export interface Listener {
  readonly stored: StoredChoices;
  /** Whether any browser takes what is pushed. */
  readonly hasPush: boolean;
  /** Whether there is a verified number. */
  readonly hasPhone: boolean;
}

export interface Plan {
  readonly isListed: boolean;
  readonly hasToast: boolean;
  readonly due: readonly DueChannel[];
  readonly awaitsDigest: boolean;
}

/** By which ways a user hears of something. */
export function planOf(template: string, { stored, hasPush, hasPhone }: Listener, mailBy: MailBy): Plan {
  const row: Partial<ReturnType<typeof choicesOf>['order']> = choicesOf(stored)[kindOf(template)];
  const due: DueChannel[] = [];
  if (mailBy === 'centre' && row.mail === 'now') due.push('mail');
  if (hasPhone && row.sms) due.push('sms');
  if (hasPush && row.push) due.push('push');
  return {
    isListed: row.list ?? false,
    hasToast: (row.toast ?? false) && !isShownOtherwise(template),
    due,
    awaitsDigest: row.mail === 'digest',
  };
}
