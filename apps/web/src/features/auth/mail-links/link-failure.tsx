import type { ReactNode } from 'react';
import { type ApiFailure, hasCode } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { mayTryAgain } from './use-link-token.ts';

interface LinkFailureProps {
  failure: ApiFailure;
  onRetry(): void;
  /** Where to go when the link is of no use any more. */
  children: ReactNode;
}

/** A link that was not taken: because of the way there, which can be tried again, or because of the link. */
export function LinkFailure({ failure, onRetry, children }: LinkFailureProps) {
  const { t } = useTranslation();
  const again = mayTryAgain(failure);
  return (
    <>
      <div role="alert">
        <AuthHeading
          icon={again ? 'triangle-alert' : 'circle-x'}
          tone={again ? 'warning' : 'bad'}
          title={t(again ? 'common.somethingWentWrong' : 'auth.badLink')}
          lead={hasCode(failure, 'invalid_token') ? t('auth.linkSpent') : refusalOf(failure, t).message}
        />
      </div>
      {again ? (
        <Button size="big" wide onClick={onRetry}>
          {t('common.retry')}
        </Button>
      ) : (
        children
      )}
    </>
  );
}
