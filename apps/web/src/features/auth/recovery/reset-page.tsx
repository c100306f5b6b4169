import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { call } from '#api/api.ts';
import { registrationEndpoints } from '#api/contract/registration.ts';
import { saveDeviceToken } from '#api/device-token.ts';
import { type ApiFailure, hasCode } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { session } from '#api/session.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { PasswordField } from '#ui/field/password-field.tsx';
import { checkBy } from '#ui/form/check-by.ts';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { NewPasswordField } from '#ui/password/new-password-field.tsx';
import { Spinner } from '#ui/state/spinner.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { Notice } from '../components/notice.tsx';
import { TextLink } from '../components/text-link.tsx';
import { checkRepeated } from '../model/check-registration.ts';
import { formRefusal } from '../model/form-refusal.ts';
import { formatMoment } from '../model/format-moment.ts';

interface Values {
  readonly new_password: string;
  readonly new_password_confirm: string;
}

const byContract = checkBy(registrationEndpoints.confirmReset.body);

/** The uid and the token are not fields that anybody could put right, so they are checked by the server alone. */
function checkReset(values: Values) {
  const problems = byContract({ uid: 'u', token: 't', ...values });
  const repeated = checkRepeated(values.new_password, values.new_password_confirm);
  return repeated === undefined ? problems : { ...problems, new_password_confirm: repeated };
}

/** Whoever was invited has no password yet, so nothing of theirs changes. */
function useWords(): 'invited' | 'reset' {
  const [params] = useSearchParams();
  return params.has('invited') ? 'invited' : 'reset';
}

interface ResetFormProps {
  onDone(frozenUntil: string): void;
  onRefused(failure: ApiFailure): void;
}

function ResetForm({ onDone, onRefused }: ResetFormProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { uid = '', token = '' } = useParams();
  const form = useForm<Values>({
    initial: { new_password: '', new_password_confirm: '' },
    check: checkReset,
    submit: async (values) => {
      const answer = await call(registrationEndpoints.confirmReset, { body: { uid, token, ...values } });
      if (answer.ok) {
        saveDeviceToken(answer.value.device);
        onDone(answer.value.payouts_frozen_until);
      } else if (hasCode(answer.failure, 'reset_token_invalid')) onRefused(answer.failure);
      else return formRefusal(answer.failure, t);
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <NewPasswordField
        label={t('auth.fields.newPassword')}
        hint={t('auth.passwordHint')}
        {...form.text('new_password')}
      />
      <PasswordField
        label={t('auth.fields.repeatPassword')}
        {...form.text('new_password_confirm')}
        autoComplete="new-password"
      />
      <Button type="submit" size="big" wide loading={form.pending}>
        {t(`auth.${words}.submit`)}
      </Button>
    </Form>
  );
}

function Done({ frozenUntil }: { frozenUntil: string }) {
  const { t, i18n } = useTranslation();
  const words = useWords();
  return (
    <>
      <AuthHeading
        focused
        icon="circle-check"
        tone="good"
        title={t(`auth.${words}.doneTitle`)}
        lead={t(`auth.${words}.done`)}
      />
      <Notice kind="warning">
        {t('auth.frozenUntil', { time: formatMoment(frozenUntil, i18n.language) })}
      </Notice>
      <LinkButton to="/login" size="big" wide>
        {t('auth.login.submit')}
      </LinkButton>
    </>
  );
}

function BadLink({ failure }: { failure: ApiFailure }) {
  const { t } = useTranslation();
  return (
    <>
      <AuthHeading
        focused
        icon="circle-x"
        tone="bad"
        title={t('auth.badLink')}
        lead={refusalOf(failure, t).message}
      />
      <LinkButton to="/forgot" size="big" wide>
        {t('auth.reset.askAgain')}
      </LinkButton>
    </>
  );
}

/** Appearance at the link when it is opened: nobody should think of a new password for one that is spent. */
function useLinkCheck() {
  const { uid = '', token = '' } = useParams();
  const [checking, setChecking] = useState(true);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    void call(registrationEndpoints.checkReset, { body: { uid, token }, signal: aborter.signal }).then(
      (answer) => {
        if (aborter.signal.aborted) return;
        // What did not arrive says nothing of the link; it is judged when the password is sent.
        if (!answer.ok && hasCode(answer.failure, 'reset_token_invalid')) setFailure(answer.failure);
        setChecking(false);
      },
    );
    return () => aborter.abort();
  }, [uid, token]);
  return { checking, failure, setFailure };
}

/** Where the mail of a forgotten password leads. */
export function ResetPage() {
  const { t } = useTranslation();
  const words = useWords();
  const [frozenUntil, setFrozenUntil] = useState<string | null>(null);
  const { checking, failure, setFailure } = useLinkCheck();
  const finish = (until: string): void => {
    // Every session of the account is over, this browser's too.
    session.clear();
    setFrozenUntil(until);
  };
  return (
    <div className="flex flex-col gap-6">
      {frozenUntil !== null && <Done frozenUntil={frozenUntil} />}
      {frozenUntil === null && failure !== null && <BadLink failure={failure} />}
      {frozenUntil === null && failure === null && (
        <>
          <AuthHeading title={t(`auth.${words}.title`)} lead={t(`auth.${words}.lead`)} />
          {checking ? (
            <Spinner label={t('common.loading')} className="mx-auto" />
          ) : (
            <ResetForm onDone={finish} onRefused={setFailure} />
          )}
          <TextLink to="/login" className="self-center">
            {t('auth.backToLogin')}
          </TextLink>
        </>
      )}
    </div>
  );
}
