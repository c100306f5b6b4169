import { Amount, type AmountProps } from '#ui/number/amount.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { usePrivacy } from '../model/privacy.ts';

const dots = '••••••';

/** An amount of one's own, which the eye hides. Public figures, such as prices and fees, are drawn by `Amount`. */
export function PrivateAmount(props: AmountProps) {
  const { t } = useTranslation();
  const hidden = usePrivacy((state) => state.hidden);
  if (!hidden) return <Amount {...props} />;
  return (
    <span className={props.className}>
      <span aria-hidden="true">{dots}</span>
      <span className="sr-only">{t('wallet.privacy.hidden')}</span>
      {props.unit !== undefined && <span className="amount-unit text-muted">{` ${props.unit}`}</span>}
    </span>
  );
}
