import { IconButton } from '#ui/button/icon-button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { toggleFigures, usePrivacy } from '../model/privacy.ts';

/** Hides every figure of one's own, and shows them again. */
export function PrivacyEye() {
  const { t } = useTranslation();
  const hidden = usePrivacy((state) => state.hidden);
  return (
    <IconButton
      icon={hidden ? 'eye-off' : 'eye'}
      label={hidden ? t('wallet.privacy.show') : t('wallet.privacy.hide')}
      onClick={toggleFigures}
    />
  );
}
