import {
  type ConfirmedAction,
  type ConfirmedMoney,
  confirmationEndpoints,
  type FactorMethod,
} from '@emporion/contracts/rest';
import type { QueryExecutorProvider, Transaction } from 'kysely';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { type CodeToSend, sendCode } from '../factors/sent-codes.ts';
import { askPasskey } from '../passkeys/passkey-question.ts';
import { accountTransaction } from '../users/account-transaction.ts';
import { requireUser } from '../users/require-user.ts';
import type { User } from '../users/users.ts';
import { confirmationChoices, isMailAlone } from './confirmation-choices.ts';
import { confirmPurpose, wordsOf } from './require-confirmation.ts';

export function addConfirmationRoutes(app: App, platform: Platform): void {
  const db = platform.database.kysely;

  serveEndpoint(app, confirmationEndpoints.methods, ({ caller }) => confirmationChoices(db, caller.userId));

  serveEndpoint(app, confirmationEndpoints.sendCode, async ({ caller: { userId }, body }) => {
    const { action, method, about } = body;
    requireNamedMoney(action, about);
    const recipient = about?.to;
    // Before anything is sent: no mail of ours carries what is nobody's name.
    const toUser =
      recipient === undefined || action === 'card_sale'
        ? undefined
        : await app.accountHooks.recipientOf({ userId, recipient });
    const said = about && (await whatIsSaid(app, { userId, action, about, toUser }));
    return sendConfirmationCode(platform, { userId, action, method, ...said });
  });

  serveEndpoint(app, confirmationEndpoints.passkeyOptions, ({ caller: { userId }, body: { action } }) =>
    accountTransaction(platform, { userId }, async (transaction) => {
      await refuseMethodThatIsOff(transaction, userId, 'passkey');
      return askPasskey(transaction, platform, { purpose: passkeyPurpose(action), userId });
    }),
  );
}

/**
 * A code for money names it, so that nobody reads out one that a thief has asked for without knowing what it pays. That of a
 * withdrawal is sent by a call of its own.
 */
function requireNamedMoney(action: ConfirmedAction, about: ConfirmedMoney | undefined): void {
  const refuse = (field: 'action' | 'about', code: 'value_not_allowed' | 'field_required') =>
    new Problem('unprocessable_entity', { fields: { [field]: { code } } });
  if (action === 'withdrawal') throw refuse('action', 'value_not_allowed');
  const isMoney = action === 'transfer' || action === 'p2p_code' || action === 'card_sale';
  if (isMoney && about === undefined) throw refuse('about', 'field_required');
  if (action === 'card_sale' && about?.to === undefined) throw refuse('about', 'field_required');
  // Only a transfer has a recipient, and a sale an account that it is paid out to.
  const mayBeAbout = action !== 'p2p_code' ? isMoney : about?.to === undefined;
  if (about !== undefined && !mayBeAbout) throw refuse('about', 'value_not_allowed');
}

/** A sale to a card is told by what its owner knows the card or the account by, and its code is bound to it as it is written. */
async function whatIsSaid(
  app: App,
  {
    userId,
    action,
    about,
    toUser,
  }: { userId: string; action: ConfirmedAction; about: ConfirmedMoney; toUser: string | undefined },
): Promise<Pick<CodeToSend, 'facts' | 'boundTo'>> {
  const { currency, amount, to = '' } = about;
  if (action !== 'card_sale') return saidOf(about, toUser);
  const recipient = await app.accountHooks.payoutAccountOf({ userId, to });
  return { facts: { coin: currency, amount, recipient }, boundTo: wordsOf({ currency, amount, to }) };
}

/** What the message of a code for this money says, and what the code is bound to: the account that is meant, whoever has its name later. */
export function saidOf(
  about: ConfirmedMoney,
  toUser: string | undefined,
): Pick<CodeToSend, 'facts' | 'boundTo'> {
  const { currency, amount, to: recipient } = about;
  return { facts: { coin: currency, amount, recipient }, boundTo: wordsOf({ currency, amount, to: toUser }) };
}

interface ConfirmationCode extends Pick<CodeToSend, 'method' | 'facts' | 'boundTo'> {
  readonly userId: string;
  readonly action: ConfirmedAction;
  /** Writes the mail where the mailbox is the account's only factor, in the transaction of the code. */
  readonly mailAlone?: (transaction: Transaction<unknown>, user: User, code: string) => Promise<void>;
}

/** Sends the code by which an account confirms an action. @throws Problem value_not_allowed for a way that is off, and those of `sendCode`. */
export function sendConfirmationCode(
  platform: Platform,
  { userId, action, mailAlone, ...message }: ConfirmationCode,
) {
  return accountTransaction(platform, { userId }, async (transaction) => {
    const user = await requireUser(transaction, userId);
    await refuseMethodThatIsOff(transaction, user.id, message.method);
    const writesMail =
      mailAlone !== undefined &&
      message.method === 'email' &&
      isMailAlone(await confirmationChoices(transaction, user.id));
    return sendCode(transaction, platform, {
      ...{ user, purpose: confirmPurpose(action), ...message },
      ...(writesMail && { mail: (code) => mailAlone(transaction, user, code) }),
    });
  });
}

function passkeyPurpose(action: ConfirmedAction): `passkey_confirm:${ConfirmedAction}` {
  return `passkey_confirm:${action}`;
}

async function refuseMethodThatIsOff(
  db: QueryExecutorProvider,
  userId: string,
  method: FactorMethod,
): Promise<void> {
  const { methods } = await confirmationChoices(db, userId);
  if (!methods.includes(method)) throw new Problem('value_not_allowed');
}
