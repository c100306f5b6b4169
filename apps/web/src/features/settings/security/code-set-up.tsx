import { call } from '#api/api.ts';
import { factorEndpoints } from '#api/contract/factors.ts';
import { asOwnChange } from '#api/own-changes.ts';
import { Button } from '#ui/button/button.tsx';
import type { SentCode } from '#ui/code/resend-code.tsx';
import { closeModal } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ProveForm } from '../prove-form.tsx';

interface CodeSetUpProps {
  method: 'sms' | 'email';
  sent: SentCode;
  finished(backupCodes: readonly string[]): void;
  /** Begins anew: another code takes another confirmation. */
  again: () => Promise<void>;
}

/** Turns codes by mail or SMS on with the first of them. */
export function CodeSetUp({ method, sent, finished, again }: CodeSetUpProps) {
  const { t } = useTranslation();
  const prove = async (code: string) => {
    const answer = await asOwnChange('security', () =>
      call(factorEndpoints.finishCode, { body: { method, code } }),
    );
    if (!answer.ok) return answer.failure;
    finished(answer.value.backup_codes);
    return undefined;
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty">{t(`settings.factors.${method}.prove`)}</p>
      <ProveForm wide sent={sent} prove={prove} sendAgain={again} />
      <Button variant="flat" wide onClick={closeModal}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
