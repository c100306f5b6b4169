import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

export interface ErrorStateProps {
  /** What went wrong, in words. */
  title?: string | undefined;
  detail?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** The retry is under way. */
  retrying?: boolean | undefined;
}

/** Something could not be shown, and the way to try again. */
export function ErrorState({ title, detail, onRetry, retrying }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-8 text-center">
      <Icon name="triangle-alert" size={28} className="text-warn" />
      <div className="max-w-96 text-pretty">
        <p className="font-semibold">{title ?? t('common.somethingWentWrong')}</p>
        {detail !== undefined && <p className="mt-1 text-muted">{detail}</p>}
      </div>
      {onRetry !== undefined && (
        <Button color="black" size="small" loading={retrying} onClick={onRetry}>
          <Icon name="refresh-cw" size={14} />
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}
