import type { depositReasons } from '@emporion/contracts/rest';
import type { MailTemplate } from '#platform/messages/template.ts';
import { type MovementParams, movementFacts, movementWords } from './movement-facts.ts';

/** Why a deposit waits that is known to be somebody's. */
export type ToldDepositReason = Exclude<(typeof depositReasons)[number], 'no_owner' | 'missing_memo'>;

type DepositParams = MovementParams & { readonly heldFor?: ToldDepositReason | undefined };

/** A deposit is in the balance, or here and not in the balance, with the reason. */
export const depositMail: MailTemplate<DepositParams> = {
  name: 'wallet.deposit',
  compose: (context, { heldFor, ...movement }) => {
    const { text, publicUrl } = context;
    const key = heldFor === undefined ? 'wallet.deposit.credited' : 'wallet.deposit.held';
    const words = movementWords(context, movement);
    return {
      subject: text(`${key}.subject`, words),
      preheader: text(`${key}.preheader`),
      blocks: [
        { kind: 'paragraph', text: text(`${key}.body`, words) },
        ...(heldFor === undefined
          ? []
          : [{ kind: 'paragraph', text: text(`wallet.deposit.reason.${heldFor}`) } as const]),
        movementFacts(context, movement),
        {
          kind: 'link',
          label: text('wallet.open'),
          href: `${publicUrl}/account/wallet/history/${movement.coin}`,
        },
      ],
    };
  },
};
