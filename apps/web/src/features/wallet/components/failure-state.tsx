import { ApiError } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
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
  return <ErrorState title={title} detail={detail} onRetry={retry} retrying={retrying} />;
}
