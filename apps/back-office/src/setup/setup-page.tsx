import { setupEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { AdministratorForm } from './administrator-form.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { type Begun, ProofForm } from './proof-form.tsx';
import { SetupFrame, tokenOf, tokenShape, useTitle } from './setup-frame.tsx';

type Step =
  | { readonly name: 'person' }
  | { readonly name: 'proof'; readonly begun: Begun }
  | { readonly name: 'codes'; readonly email: string; readonly codes: readonly string[] };

function HowToGetOne() {
  return (
    <>
      Run <code className="num">emporion admin create</code> on the server for a new one (in a clone{' '}
      <code className="num">npm run admin -- create</code>), and open that.
    </>
  );
}

/** Why nothing can be filled in here, and what to do: there may be nobody yet who could log in and help. */
function NoUse({ why }: { why: 'incomplete' | 'invalid_token' | 'administrator_exists' }) {
  if (why === 'administrator_exists')
    return (
      <p className="text-pretty">
        There is an administrator already, who can give roles to others at <b>Staff</b>.{' '}
        <Link to="/" className="link">
          Log in
        </Link>
      </p>
    );
  return (
    <p className="text-pretty">
      {why === 'incomplete' ? (
        <>
          This page needs the whole link that the server printed, with everything behind the <b>#</b>.{' '}
        </>
      ) : (
        <>This link isn’t valid any more: it counts once and for a day, and a newer one ends it. </>
      )}
      <HowToGetOne />
    </p>
  );
}

/** Asked when the page is opened. When it cannot be asked, the form says why at its end. */
function useWhyNot(token: string): 'incomplete' | 'invalid_token' | 'administrator_exists' | undefined {
  const isWhole = tokenShape.test(token);
  const { data } = useQuery({
    queryKey: ['setup', token],
    queryFn: async ({ signal }) => {
      const answer = await call(setupEndpoints.check, { body: { token }, signal });
      if (answer.ok || answer.failure.kind !== 'refused') return null;
      const { code } = answer.failure;
      return code === 'invalid_token' || code === 'administrator_exists' ? code : null;
    },
    enabled: isWhole,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isWhole ? (data ?? undefined) : 'incomplete';
}

/** Makes the first administrator of an installation. It stands outside the login: there is nobody yet who could log in. */
export function SetupPage() {
  const [token] = useState(() => tokenOf(window.location));
  const [step, setStep] = useState<Step>({ name: 'person' });
  const { t } = useTranslation();
  const whyNot = useWhyNot(token);
  useTitle('Set up');
  function finish(email: string, codes: readonly string[]): void {
    // It counts no more, and nobody needs it in the browser's history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    setStep({ name: 'codes', email, codes });
  }
  return (
    <SetupFrame title={step.name === 'codes' ? 'Keep your backup codes' : 'Make the first administrator'}>
      {whyNot !== undefined && step.name === 'person' ? (
        <NoUse why={whyNot} />
      ) : step.name === 'person' ? (
        <AdministratorForm token={token} onBegun={(begun) => setStep({ name: 'proof', begun })} />
      ) : step.name === 'proof' ? (
        <ProofForm
          begun={step.begun}
          action="Make the administrator"
          onBack={() => setStep({ name: 'person' })}
          onProof={async (proof) => {
            const answer = await call(setupEndpoints.finish, { body: { token, proof } });
            if (!answer.ok) return refusalOf(answer.failure, t);
            finish(answer.value.email, answer.value.backup_codes);
            return undefined;
          }}
        />
      ) : (
        <BackupCodes
          email={step.email}
          codes={step.codes}
          news="is the administrator now."
          next="/admin/first-run"
        />
      )}
    </SetupFrame>
  );
}
