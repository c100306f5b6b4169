import { formatDecimalIn } from '@emporion/i18n/server';
import type {
  MailBlock,
  MailTemplate,
  MailText,
  SmsTemplate,
  TemplateContext,
} from '#platform/messages/template.ts';

export interface CodeParams {
  readonly code: string;
  /** What the code is for, as it is kept: `login`, `confirm:withdrawal`, `enrolment:sms`, `phone_check`. */
  readonly purpose: string;
  readonly minutes: number;
  /** What the code confirms, so that nobody confirms another thing than they mean. */
  readonly facts?: CodeFacts | undefined;
}

/** Of money that leaves, as far as it is known. */
export interface CodeFacts {
  readonly coin: string;
  readonly amount: string;
  readonly recipient?: string | undefined;
  readonly network?: string | undefined;
  readonly address?: string | undefined;
  readonly memo?: string | undefined;
}

/** The subject does not hold the code: it would show on a locked screen. */
export const codeMail: MailTemplate<CodeParams> = {
  name: 'identity.code',
  isAwaited: true,
  compose: ({ text, language }, { code, purpose, minutes, facts }) => {
    const words = { purpose: purposeIn(text, purpose), minutes };
    return {
      subject: text('identity.factors.code.subject', words),
      preheader: text('identity.factors.code.preheader', words),
      blocks: [
        { kind: 'paragraph', text: text('identity.factors.code.body', words) },
        { kind: 'code', code },
        ...(facts ? [factsIn({ text, language }, facts)] : []),
        { kind: 'paragraph', text: text('identity.factors.code.closing', words) },
      ],
    };
  },
};

function factsIn(
  { text, language }: Pick<TemplateContext, 'text' | 'language'>,
  facts: CodeFacts,
): MailBlock {
  const { coin, amount, recipient, network, address, memo } = facts;
  const rows = Object.entries({ recipient, network, address, memo }).flatMap(([name, value]) =>
    value === undefined ? [] : [[text(`wallet.facts.${name}`), value] as const],
  );
  const shown = `${formatDecimalIn(language, amount)} ${coin}`;
  return { kind: 'facts', rows: [[text('wallet.facts.amount'), shown], ...rows] };
}

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
