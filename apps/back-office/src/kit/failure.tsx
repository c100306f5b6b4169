import { ApiError } from '@emporion/web/api/failure.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { ErrorState } from '@emporion/web/ui/state/error-state.tsx';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';

interface FailureProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
}

/** Why something could not be read, in the server's sentence. */
export function Failure({ error, onRetry, retrying }: FailureProps) {
  const { t } = useTranslation();
  const detail = error instanceof ApiError ? refusalOf(error.failure, t).message : undefined;
  return <ErrorState detail={detail} onRetry={onRetry} retrying={retrying} />;
}
