import { ApiError } from '@emporion/web/api/failure.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { session } from '@emporion/web/api/session.ts';
import { loadTexts } from '@emporion/web/language/i18n.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { EmptyState } from '@emporion/web/ui/state/empty-state.tsx';
import { ErrorState } from '@emporion/web/ui/state/error-state.tsx';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Loading } from '#kit/loading.tsx';
import { goToLogin } from './login.ts';
import { meQuery } from './me.ts';
import { Shell } from './shell.tsx';

/** Whoever is logged in and is not staff is told nothing of what is here. */
function NotStaff() {
  return (
    <EmptyState
      icon="circle-help"
      text="This account has no access. Staff log in with an authenticator app or a passkey, set up in their account settings."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button size="small" color="black" onClick={() => goToLogin()}>
            Log in with another account
          </Button>
          <Button size="small" color="black" onClick={() => location.assign('/account/settings#security')}>
            Set up a second factor
          </Button>
        </div>
      }
    />
  );
}

/** The door: visitors go to the login page, others are let in by what the server says of them. */
export function Entry() {
  const { t } = useTranslation();
  const isLoggedIn = session.isLoggedIn();
  const me = useQuery({ ...meQuery, enabled: isLoggedIn });
  useEffect(() => {
    if (!isLoggedIn) goToLogin();
    // The sentences of failures must be at hand when the network is gone.
    else void loadTexts('errors').catch(() => {});
  }, [isLoggedIn]);
  if (me.data !== undefined) return <Shell />;
  if (!isLoggedIn || me.isPending) return <Loading />;
  const failure = me.error instanceof ApiError ? me.error.failure : undefined;
  if (failure?.kind === 'refused' && failure.status === 404) return <NotStaff />;
  return (
    <ErrorState
      detail={failure && refusalOf(failure, t).message}
      onRetry={() => void me.refetch()}
      retrying={me.isFetching}
    />
  );
}
