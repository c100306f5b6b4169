import { ibanGroups } from '@emporion/contracts/rest';
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
  /** In whose name a bank account is: the address is then its number, and the memo the code of its bank. */
  readonly holder?: string | undefined;
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
  const { coin, amount, recipient, network, address, memo, holder } = facts;
  const known =
    holder === undefined
      ? { recipient, network, address, memo }
      : { holder, account: address && ibanGroups(address).join(' '), bankCode: memo };
  const rows = Object.entries(known).flatMap(([name, value]) =>
    value === undefined ? [] : [[text(`wallet.facts.${name}`), value] as const],
  );
  const shown = `${formatDecimalIn(language, amount)} ${coin}`;
  return { kind: 'facts', rows: [[text('wallet.facts.amount'), shown], ...rows] };
}

/** One that confirms money says how much of what goes where, as short as a text message is: whoever is asked to read it out sees what it pays. */
export const codeSms: SmsTemplate<CodeParams> = {
  name: 'identity.code',
  isAwaited: true,
  compose: ({ text, language }, { code, purpose, minutes, facts }) => {
    if (!facts)
      return text('identity.factors.code.sms', { code, purpose: purposeIn(text, purpose), minutes });
    const { coin, amount, address, recipient } = facts;
    const money = { code, minutes, coin, amount: formatDecimalIn(language, amount) };
    const to = address ?? recipient;
    return to === undefined
      ? text('identity.factors.code.smsMoney', money)
      : text('identity.factors.code.smsTo', { ...money, to: shortened(to) });
  },
};

/** Both ends, by which people compare addresses, and nothing that would make a second message of it. */
function shortened(to: string): string {
  const [endMax, whole] = [8, 24];
  return to.length <= whole ? to : `${to.slice(0, endMax)}...${to.slice(-endMax)}`;
}

function purposeIn(text: MailText, purpose: string): string {
  const [first = '', second] = purpose.split(':');
  return text(`identity.factors.purpose.${first === 'confirm' && second !== undefined ? second : first}`);
}
