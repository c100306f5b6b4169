import { useQueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { settingsEndpoints } from '#api/contract/settings.ts';
import { asOwnChange } from '#api/own-changes.ts';
import { settingsQuery } from '#api/queries.ts';
import { withConfirmation } from '#confirmation/confirm.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { checkBy } from '#ui/form/check-by.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useFeedback } from '../use-feedback.ts';

const check = checkBy(settingsEndpoints.antiPhishing.body);

export function AntiPhishingForm({ phrase, close }: { phrase: string | null; close(): void }) {
  const { t } = useTranslation();
  const words = useFeedback();
  const client = useQueryClient();
  const keep = async (code: string | null) => {
    const answer = await withConfirmation('security', (confirmation) =>
      asOwnChange('security', () =>
        call(settingsEndpoints.antiPhishing, { body: { anti_phishing_code: code, confirmation } }),
      ),
    );
    if (!answer.ok) return answer.failure;
    words.saved();
    close();
    await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
    return undefined;
  };
  const form = useForm({
    initial: { anti_phishing_code: phrase ?? '' },
    check,
    submit: async ({ anti_phishing_code }) => {
      const failure = await keep(anti_phishing_code);
      return failure === undefined ? undefined : words.refusal(failure);
    },
  });
  const remove = async (): Promise<void> => {
    const failure = await keep(null);
    if (failure !== undefined) words.complain(failure);
  };
  return (
    <Form form={form}>
      <TextField
        label={t('settings.security.antiPhishing')}
        hint={t('settings.security.antiPhishingRule')}
        autoComplete="off"
        maxLength={32}
        {...form.text('anti_phishing_code')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={form.pending}>
          {t('settings.save')}
        </Button>
        {phrase !== null && (
          <Button variant="flat" color="red" onClick={() => void remove()}>
            {t('settings.remove')}
          </Button>
        )}
      </div>
    </Form>
  );
}
