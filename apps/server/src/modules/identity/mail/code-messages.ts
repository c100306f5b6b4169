import type { MailTemplate, MailText, SmsTemplate } from '#platform/messages/template.ts';

export interface CodeParams {
  readonly code: string;
  /** What the code is for, as it is kept: `login`, `confirm:withdrawal`, `enrolment:sms`, `phone_check`. */
  readonly purpose: string;
  readonly minutes: number;
}

/** The subject does not hold the code: it would show on a locked screen. */
export const codeMail: MailTemplate<CodeParams> = {
  name: 'identity.code',
  isAwaited: true,
  compose: ({ text }, { code, purpose, minutes }) => {
    const words = { purpose: purposeIn(text, purpose), minutes };
    return {
      subject: text('identity.factors.code.subject', words),
      preheader: text('identity.factors.code.preheader', words),
      blocks: [
        { kind: 'paragraph', text: text('identity.factors.code.body', words) },
        { kind: 'code', code },
        { kind: 'paragraph', text: text('identity.factors.code.closing', words) },
      ],
    };
  },
};

export const codeSms: SmsTemplate<CodeParams> = {
  name: 'identity.code',
  isAwaited: true,
  compose: ({ text }, { code, purpose, minutes }) =>
    text('identity.factors.code.sms', { code, purpose: purposeIn(text, purpose), minutes }),
};

function purposeIn(text: MailText, purpose: string): string {
  const [first = '', second] = purpose.split(':');
  return text(`identity.factors.purpose.${first === 'confirm' && second !== undefined ? second : first}`);
}
