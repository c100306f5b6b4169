import { type VerificationDetails, verificationReviewEndpoints } from '@emporion/contracts/rest';
import { evidenceKinds, type OfficerCheck, rejectionReasons } from '@emporion/contracts/verification';
import { call } from '@emporion/web/api/api.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { type ActionField, type ActionValues, reasonField } from '#kit/action/field.ts';
import { evidenceWords, reasonWords, userReasonWords } from './words.ts';

type Asked = Pick<VerificationDetails, 'id' | 'level' | 'user'>;

const noteField: ActionField = {
  name: 'note',
  label: 'Message to the user (optional)',
  kind: 'lines',
  hint: 'The user reads it on the verification page and in the email, exactly as you write it.',
  isOptional: true,
};

/** Beside a message to the user, so that nobody takes one for the other. */
const internalReasonField: ActionField = {
  ...reasonField,
  label: 'Internal reason (audit log, never shown to the user)',
  hint: 'At least three characters.',
  isInternal: true,
};

/** A switch for each, of which one must be on. */
function switches<Name extends string>(
  names: readonly Name[],
  words: Readonly<Record<Name, string>>,
  userWords?: Readonly<Record<Name, string>>,
): readonly ActionField[] {
  return names.map((name, index) => ({
    ...{ name, label: words[name], kind: 'switch' as const, initial: 'false' },
    ...(userWords && { hint: `The user reads: “${userWords[name]}”` }),
    ...(index === names.length - 1 && {
      check: (_value: string, values: ActionValues) =>
        names.some((each) => values[each] === 'true') ? undefined : { code: 'field_required' },
    }),
  }));
}

const chosen = <Name extends string>(names: readonly Name[], values: ActionValues): Name[] =>
  names.filter((name) => values[name] === 'true');

export function askApprove({ id, level, user }: Asked, checks: OfficerCheck[]): void {
  askAction({
    title: `Verify ${user.username} to level ${level}`,
    text: 'The limits of the level apply at once, and the account takes the declared name.',
    confirm: 'Approve',
    fields: [reasonField],
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(verificationReviewEndpoints.approve, {
            params: { id },
            body: { checks, reason, confirmation },
          }),
        done: 'Verified.',
      }),
  });
}

export function askReject({ id, user }: Asked, checks: OfficerCheck[]): void {
  const offered = rejectionReasons.filter((reason) => reason !== 'not_answered');
  askAction({
    title: `Reject the verification of ${user.username}`,
    text: 'The user sees the reasons and your message, and can apply again.',
    confirm: 'Reject',
    isDangerous: true,
    fields: [...switches(offered, reasonWords, userReasonWords), noteField, internalReasonField],
    run: (values) =>
      makeChange({
        send: (confirmation) =>
          call(verificationReviewEndpoints.reject, {
            params: { id },
            body: {
              ...{ checks, reasons: chosen(offered, values), note: values.note ?? '' },
              ...{ reason: values.reason ?? '', confirmation },
            },
          }),
        done: 'Rejected.',
      }),
  });
}

export function askRevoke({ id, user }: Asked): void {
  const offered = rejectionReasons.filter((reason) => reason !== 'not_answered');
  askAction({
    title: `Revoke the verification of ${user.username}`,
    text: 'Their limits drop at once, and any pending application is rejected. The user sees the reasons and your message. Staff decide their next application.',
    confirm: 'Revoke',
    isDangerous: true,
    fields: [...switches(offered, reasonWords, userReasonWords), noteField, internalReasonField],
    run: (values) =>
      makeChange({
        send: (confirmation) =>
          call(verificationReviewEndpoints.revoke, {
            params: { id },
            body: {
              ...{ reasons: chosen(offered, values), note: values.note ?? '' },
              ...{ reason: values.reason ?? '', confirmation },
            },
          }),
        done: 'Revoked. The user gets an email.',
      }),
  });
}

export function askMore({ id, user }: Asked): void {
  askAction({
    title: `Ask ${user.username} for more`,
    text: 'The user has to provide what you choose again. Everything else stays as it is.',
    confirm: 'Ask',
    fields: [...switches(evidenceKinds, evidenceWords), noteField, internalReasonField],
    run: (values) =>
      makeChange({
        send: (confirmation) =>
          call(verificationReviewEndpoints.askMore, {
            params: { id },
            body: {
              ...{ again: chosen(evidenceKinds, values), note: values.note ?? '' },
              ...{ reason: values.reason ?? '', confirmation },
            },
          }),
        done: 'Asked. The user gets an email.',
      }),
  });
}
