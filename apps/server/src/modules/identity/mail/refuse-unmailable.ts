import { Problem } from '#platform/http/problem.ts';
import { checkMailRecipient, UnsendableMessage } from '#platform/messages/unsendable-message.ts';

/** Control characters, those that nobody sees, and halves of characters. */
const unreadable = /\p{C}/u;

/**
 * Refuses an address that passed the contract and that no mail could be sent to all the same.
 *
 * @throws Problem `unprocessable_entity`, as the contract would have refused it.
 */
export function refuseUnmailable(email: string): void {
  if (isMailable(email)) return;
  throw new Problem('unprocessable_entity', { fields: { email: { code: 'email_invalid' } } });
}

function isMailable(email: string): boolean {
  if (unreadable.test(email)) return false;
  try {
    checkMailRecipient(email);
    return true;
  } catch (error) {
    if (error instanceof UnsendableMessage) return false;
    throw error;
  }
}
