import { useTranslation } from '#ui/text/use-translation.ts';

interface ConfirmationProgressProps {
  confirmations: number;
  required: number;
}

/** How deep a transaction lies of how deep it has to: a bar with its figures, never a spinner. */
export function ConfirmationProgress({ confirmations, required }: ConfirmationProgressProps) {
  const { t } = useTranslation();
  const reached = Math.min(confirmations, required);
  const words = t('wallet.confirmations.of', { reached, required });
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={t('wallet.confirmations.label')}
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={reached}
        aria-valuetext={words}
        className="h-1.5 min-w-16 flex-1 overflow-hidden rounded-sm bg-raised"
      >
        <div
          className="h-full origin-left bg-accent transition-transform duration-300"
          style={{ transform: `scaleX(${required === 0 ? 1 : reached / required})` }}
        />
      </div>
      <span className="num flex-none text-xs text-muted" aria-hidden="true">
        {words}
      </span>
    </div>
  );
}
