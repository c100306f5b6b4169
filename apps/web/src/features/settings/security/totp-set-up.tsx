import { call } from '#api/api.ts';
import { factorEndpoints } from '#api/contract/factors.ts';
import { asOwnChange } from '#api/own-changes.ts';
import { checkCode } from '#confirmation/check-code.ts';
import { Button } from '#ui/button/button.tsx';
import { CodeField } from '#ui/code/code-field.tsx';
import { CopyButton } from '#ui/copy/copy-button.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { closeModal } from '#ui/modal/modal-store.ts';
import { QrCode } from '#ui/qr/qr-code.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useFeedback } from '../use-feedback.ts';

interface TotpSetUpProps {
  secret: string;
  uri: string;
  finished(backupCodes: readonly string[]): void;
}

const codeIsWrong = {
  two_factor_invalid: 'code',
  two_factor_expired: 'code',
  two_factor_used: 'code',
  two_factor_attempts_exceeded: 'code',
};

/** Four letters at a time can be read aloud and typed. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

function Key({ secret, uri }: Pick<TotpSetUpProps, 'secret' | 'uri'>) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <QrCode text={uri} label={t('settings.factors.totp.qr')} />
      <div className="min-w-0 flex-1 basis-48">
        {/* Nobody can hold a phone's camera before its own screen. */}
        <a href={uri} className="mb-2 inline-flex min-h-11 items-center text-accent underline md:hidden">
          {t('settings.factors.totp.open')}
        </a>
        <p className="text-pretty text-muted">{t('settings.factors.totp.byHand')}</p>
        <p className="mt-2 flex items-center gap-2">
          <span className="num min-w-0 text-md font-semibold break-words" data-testid="totp-secret">
            {inGroups(secret)}
          </span>
          <CopyButton text={secret} label={t('settings.factors.totp.copy')} />
        </p>
      </div>
    </div>
  );
}

/** The secret as a picture and as letters, and the first code, which proves that the app has it. */
export function TotpSetUp({ secret, uri, finished }: TotpSetUpProps) {
  const { t } = useTranslation();
  const words = useFeedback();
  const form = useForm({
    initial: { code: '' },
    check: checkCode,
    submit: async (body) => {
      const answer = await asOwnChange('security', () => call(factorEndpoints.finishTotp, { body }));
      if (!answer.ok) return words.refusal(answer.failure, codeIsWrong);
      finished(answer.value.backup_codes);
      return undefined;
    },
  });
  return (
    <div className="flex flex-col gap-5">
      <p className="text-pretty">{t('settings.factors.totp.scan')}</p>
      <Key secret={secret} uri={uri} />
      <p className="text-pretty">{t('settings.factors.totp.enter')}</p>
      <Form form={form}>
        <CodeField label={t('confirmation.code')} {...form.choice('code')} />
        <Button type="submit" wide loading={form.pending}>
          {t('settings.factors.turnOn')}
        </Button>
        <Button variant="flat" wide onClick={closeModal}>
          {t('common.cancel')}
        </Button>
      </Form>
    </div>
  );
}
