import { settingsEndpoints } from '#api/contract/settings.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { checkBy } from '#ui/form/check-by.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { SectionProps } from '../model/sections.ts';
import { useChange } from '../use-change.ts';

const check = checkBy(settingsEndpoints.change.body);

export function UsernameForm({ settings, close }: SectionProps & { close(): void }) {
  const { t } = useTranslation();
  const change = useChange();
  const form = useForm({
    initial: { username: settings.username },
    check,
    submit: async (values) => {
      const refusal = await change.submit(values);
      if (refusal === undefined) close();
      return refusal;
    },
  });
  return (
    <Form form={form}>
      <TextField
        label={t('settings.profile.username')}
        hint={t('settings.profile.usernameRule')}
        autoComplete="nickname"
        spellCheck={false}
        maxLength={32}
        {...form.text('username')}
      />
      <Button type="submit" className="self-start" loading={form.pending}>
        {t('settings.save')}
      </Button>
    </Form>
  );
}
