import { setupEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { AdministratorForm } from './administrator-form.tsx';
import { SetupFrame, tokenOf, tokenShape, useTitle } from './setup-frame.tsx';
import { SetupSteps, useSetupStep } from './setup-steps.tsx';

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
        <>This link isn’t valid any more: it works once, for 24 hours, and a newer one ends it. </>
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
  const [step, setStep] = useSetupStep();
  const whyNot = useWhyNot(token);
  useTitle('Set up');
  return (
    <SetupFrame title={step.name === 'codes' ? 'Keep your backup codes' : 'Make the first administrator'}>
      <SetupSteps
        step={step}
        onStep={setStep}
        action="Make the administrator"
        prove={(proof) => call(setupEndpoints.finish, { body: { token, proof } })}
        news="is the administrator now."
        next="/admin/first-run"
      >
        {whyNot !== undefined ? (
          <NoUse why={whyNot} />
        ) : (
          <AdministratorForm token={token} onBegun={(begun) => setStep({ name: 'proof', begun })} />
        )}
      </SetupSteps>
    </SetupFrame>
  );
}
