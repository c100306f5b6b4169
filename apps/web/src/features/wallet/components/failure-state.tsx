import { ApiError } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { AskLink } from '#ui/ask-link.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';

interface FailureStateProps {
  /** What could not be shown, in words. */
  title: string;
  error: Error;
  retry(): void;
  retrying: boolean;
}

/** Something of the wallet could not be read: what the server said of it, and the way to try again. */
export function FailureState({ title, error, retry, retrying }: FailureStateProps) {
  const { t } = useTranslation();
  useArea('errors');
  const detail = error instanceof ApiError ? refusalOf(error.failure, t).message : undefined;
  const code = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure.code : null;
  return (
    <div className="flex flex-col items-center">
      <ErrorState title={title} detail={detail} onRetry={retry} retrying={retrying} />
      {code !== null && (
        <div className="-mt-4 pb-4">
          <AskLink about={`refusal:${code}`} said={detail} text={t('wallet.ask')} />
        </div>
      )}
    </div>
  );
}
