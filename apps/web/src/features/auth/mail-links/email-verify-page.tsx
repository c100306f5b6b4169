import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { call } from '#api/api.ts';
import { registrationEndpoints } from '#api/contract/registration.ts';
import { type ApiFailure, hasCode } from '#api/failure.ts';
import { isDemo } from '#api/mode.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Spinner } from '#ui/state/spinner.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { keepSession, logIn } from '../api/sign-in.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { TextLink } from '../components/text-link.tsx';
import { checkPassword } from '../model/check-login.ts';
import { formRefusal } from '../model/form-refusal.ts';
import { forgetPending, readPending } from '../model/pending-registration.ts';

type State =
  | { readonly kind: 'asks' }
  | { readonly kind: 'done'; readonly email: string; readonly loggedIn: boolean }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

/** No password opens an account by this link any more. */
const isDeadEnd = (failure: ApiFailure): boolean =>
  hasCode(failure, 'invalid_token') || hasCode(failure, 'email_already_verified');

/** The password was right a moment ago; where a login asks for more than it, the login page takes over. */
async function logInWith(email: string, password: string): Promise<boolean> {
  const answer = await logIn({ email, password }, () => {});
  if (!answer.ok || answer.value.status !== 'signed_in') return false;
  await keepSession(answer.value);
  return true;
}

/** Checks the link when the page opens, so that a password is asked for only where one can open the account. */
function useLinkCheck(token: string, onDeadEnd: (failure: ApiFailure) => void): boolean {
  const [checking, setChecking] = useState(true);
  const onDeadEndRef = useRef(onDeadEnd);
  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    void call(registrationEndpoints.checkVerification, { body: { token }, signal }).then((answer) => {
      if (signal.aborted) return;
      // An answer that did not arrive says nothing of the link. It is judged when the password is sent.
      if (!answer.ok && isDeadEnd(answer.failure)) onDeadEndRef.current(answer.failure);
      else setChecking(false);
    });
    return () => aborter.abort();
  }, [token]);
  return checking;
}

function PasswordForm({ onState }: { onState(state: State): void }) {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const checking = useLinkCheck(token, (failure) => onState({ kind: 'failed', failure }));
  const form = useForm({
    initial: { password: '' },
    check: checkPassword,
    submit: async ({ password }) => {
      const answer = await call(registrationEndpoints.verifyEmail, { body: { token, password } });
      if (answer.ok) {
        forgetPending();
        const { email } = answer.value;
        onState({ kind: 'done', email, loggedIn: await logInWith(email, password) });
        return undefined;
      }
      const { failure } = answer;
      if (hasCode(failure, 'invalid_credentials')) {
        return { fields: { password: t('auth.verify.wrongPassword') } };
      }
      if (!isDeadEnd(failure)) return formRefusal(failure, t);
      onState({ kind: 'failed', failure });
      return undefined;
    },
  });
  return (
    <>
      <AuthHeading icon="mail" title={t('auth.verify.title')} lead={t('auth.verify.lead')} />
      {checking ? (
        <Spinner label={t('common.loading')} className="mx-auto" />
      ) : (
        <Form form={form}>
          <PasswordField label={t('auth.fields.password')} {...form.text('password')} />
          <Button type="submit" size="big" wide loading={form.pending}>
            {t('auth.verify.submit')}
          </Button>
        </Form>
      )}
      <p className="text-muted text-pretty">{t('auth.verify.notYours')}</p>
      <TextLink to="/register" className="self-center">
        {t('auth.login.register')}
      </TextLink>
    </>
  );
}

/** The ways to a first balance: a new account has none to trade with. */
function Funding() {
  const { t } = useTranslation();
  const demo = isDemo();
  return (
    <div className="flex flex-col gap-2">
      <LinkButton to="/wallet/deposit/USDT" size="big" wide>
        {t(demo ? 'auth.verify.testCoins' : 'auth.verify.deposit')}
      </LinkButton>
      <LinkButton to="/quick-swap?tab=card" size="big" wide color="black">
        {t('auth.verify.card')}
      </LinkButton>
    </div>
  );
}

function Done({ lead, loggedIn }: { lead: string; loggedIn: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <AuthHeading
        focused
        icon="circle-check"
        tone="good"
        title={t('auth.verify.done')}
        lead={<span className="break-words">{lead}</span>}
      />
      {loggedIn && <Funding />}
      {/* The login page leads whoever is logged in to where they begin. */}
      <LinkButton to="/login" size="big" wide {...(loggedIn && { variant: 'flat' })}>
        {t(loggedIn ? 'auth.verify.start' : 'auth.login.submit')}
      </LinkButton>
    </>
  );
}

function DeadLink() {
  const { t } = useTranslation();
  const waitsHere = readPending() !== null;
  return (
    <>
      <AuthHeading focused icon="circle-x" tone="bad" title={t('auth.badLink')} lead={t('auth.linkSpent')} />
      <LinkButton to={waitsHere ? '/confirm-register' : '/register'} size="big" wide>
        {t(waitsHere ? 'auth.verify.again' : 'auth.verify.register')}
      </LinkButton>
    </>
  );
}

/**
 * Asks for the password that was chosen, and verifies nothing before: anybody can register anybody's address, and the
 * mail alone would open an account under a stranger's password. A mail scanner that opens every link changes nothing.
 */
export function EmailVerifyPage() {
  const { t } = useTranslation();
  const [state, setState] = useState<State>({ kind: 'asks' });
  return (
    <div className="flex flex-col gap-6">
      {state.kind === 'asks' && <PasswordForm onState={setState} />}
      {state.kind === 'done' && (
        <Done
          lead={t(state.loggedIn ? 'auth.verify.ready' : 'auth.verify.text', { email: state.email })}
          loggedIn={state.loggedIn}
        />
      )}
      {state.kind === 'failed' &&
        (hasCode(state.failure, 'email_already_verified') ? (
          <Done lead={refusalOf(state.failure, t).message} loggedIn={false} />
        ) : (
          <DeadLink />
        ))}
    </div>
  );
}
