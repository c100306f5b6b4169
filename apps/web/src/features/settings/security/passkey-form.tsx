import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { factorEndpoints } from '#api/contract/factors.ts';
import { asOwnChange } from '#api/own-changes.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { askBrowser } from '#confirmation/passkey-answer.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import type { FieldProblems, FormRefusal } from '#ui/form/field-problem.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { factorsQuery } from '../queries.ts';
import { useFeedback } from '../use-feedback.ts';

function checkName({ name }: { name: string }): FieldProblems {
  return name.trim() === '' ? { name: { code: 'field_required' } } : {};
}

/** Makes a passkey on this device and gives it to the account. */
export function PasskeyForm({ close }: { close(): void }) {
  const { t } = useTranslation();
  const words = useFeedback();
  const client = useQueryClient();

  async function add(name: string): Promise<FormRefusal | undefined> {
    const begun = await withConfirmation('passkeys', (confirmation) =>
      call(factorEndpoints.beginPasskey, { body: { confirmation } }),
    );
    if (!begun.ok) return words.refusal(begun.failure);
    const { challenge, options } = begun.value;
    const outcome = await askBrowser(({ startRegistration }) =>
      startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
    );
    if (outcome.kind !== 'answered') return { message: t(`settings.passkeys.outcome.${outcome.kind}`) };
    const added = await asOwnChange('security', () =>
      call(factorEndpoints.addPasskey, {
        body: { challenge, answer: outcome.answer, name },
      }),
    );
    if (!added.ok) return words.refusal(added.failure);
    showToast({ title: t('settings.passkeys.added') });
    close();
    await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
    return undefined;
  }

  const form = useForm({ initial: { name: '' }, check: checkName, submit: ({ name }) => add(name) });
  return (
    <Form form={form} className="max-w-md">
      <TextField
        label={t('settings.passkeys.name')}
        hint={t('settings.passkeys.nameHint')}
        autoComplete="off"
        maxLength={60}
        {...form.text('name')}
      />
      <Button type="submit" className="self-start" loading={form.pending}>
        {t('settings.continue')}
      </Button>
    </Form>
  );
}
