import type { FactorMethod } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { useEffect } from 'react';
import { type ApiFailure, hasCode } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { CodeField } from '#ui/code/code-field.tsx';
import type { FormRefusal } from '#ui/form/field-problem.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { finishWithCode, keepSession } from '../api/sign-in.ts';
import { checkCode } from '../model/check-login.ts';

interface CodeStepProps {
  ticket: string;
  method: Exclude<FactorMethod, 'passkey'>;
  onLost(): void;
}

const codeRefusals = ['two_factor_invalid', 'two_factor_expired', 'two_factor_attempts_exceeded'] as const;

/** What is wrong with the code stands at its field; what is wrong with the account or the way there does not. */
function atItsField(failure: ApiFailure, t: Translate): FormRefusal {
  const { message } = refusalOf(failure, t);
  return codeRefusals.some((code) => hasCode(failure, code)) ? { fields: { code: message } } : { message };
}

/** Takes a code of any kind and finishes the login with it. */
export function CodeStep({ ticket, method, onLost }: CodeStepProps) {
  const { t } = useTranslation();
  const digits = method !== 'backup';
  const form = useForm({
    initial: { code: '' },
    check: (values) => checkCode(values, digits),
    submit: async ({ code }) => {
      const answer = await finishWithCode({ ticket, method, code });
      if (!answer.ok && !hasCode(answer.failure, 'invalid_token')) return atItsField(answer.failure, t);
      if (answer.ok) await keepSession(answer.value);
      else onLost();
      // The ticket is used up. The page leaves in a moment; until then a second press must not send it again.
      return new Promise(() => undefined);
    },
  });
  const formRef = form.element.ref;
  // Whoever comes here has a code to type; the heading and what leads to it stand right before the field.
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [formRef]);
  return (
    <Form form={form}>
      <CodeField
        label={t(digits ? 'auth.fields.code' : 'auth.fields.backupCode')}
        kind={digits ? 'digits' : 'backup'}
        {...form.choice('code')}
      />
      <Button type="submit" size="big" wide loading={form.pending}>
        {t('auth.second.submit')}
      </Button>
    </Form>
  );
}
