import { texts } from '@emporion/i18n/texts';
import { useState } from 'react';
import { chosen } from '#language/brand.ts';
import { Button } from '#ui/button/button.tsx';
import { copyText } from '#ui/copy/copy-text.ts';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { closeModal, showModal } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { downloadText } from '../model/download.ts';

function KeepButtons({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  const text = `${t('settings.backup.fileTitle')}\n\n${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    const done = await copyText(codes.join('\n'));
    if (done) showToast({ title: t('common.successCopy') });
    else showToast({ type: 'error', title: t('common.errorCopy') });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        color="black"
        onClick={() => downloadText(`${chosen.brand}-backup-codes.txt`, text, 'text/plain')}
      >
        <Icon name="download" size={16} />
        {t('settings.backup.download')}
      </Button>
      <Button size="small" color="black" onClick={() => void copy()}>
        <Icon name="copy" size={16} />
        {t('settings.backup.copy')}
      </Button>
    </div>
  );
}

/** Only the hashes are kept, so nobody can show these again: the dialog closes once they are said to be safe. */
function BackupCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  const [kept, setKept] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty">{t('settings.backup.text')}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-raised p-4">
        {codes.map((code) => (
          <li key={code} className="num text-md font-semibold">
            {code}
          </li>
        ))}
      </ul>
      <KeepButtons codes={codes} />
      <Checkbox label={t('settings.backup.kept')} value={kept} onValueChange={setKept} />
      <Button wide disabled={!kept} onClick={closeModal}>
        {t('settings.backup.done')}
      </Button>
    </div>
  );
}

export function showBackupCodes(codes: readonly string[]): void {
  showModal(BackupCodes, { codes }, { title: texts.t('settings.backup.title'), clickToClose: false });
}
