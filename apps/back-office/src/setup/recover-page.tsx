import { recoveryEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RecoverForm } from './recover-form.tsx';
import { SetupFrame, tokenOf, tokenShape, useTitle } from './setup-frame.tsx';
import { SetupSteps, useSetupStep } from './setup-steps.tsx';

function NoUse({ isWhole }: { isWhole: boolean }) {
  return (
    <p className="text-pretty">
      {isWhole
        ? 'This link isn’t valid any more: it works once, for 24 hours, and a newer one replaces it. '
        : 'This page needs the whole link that the command printed, with everything behind the #. '}
      Run <code className="num">emporion admin recover NAME</code> on the server for a new one (in a clone{' '}
      <code className="num">npm run admin -- recover NAME</code>), and open that.
    </p>
  );
}

/** Asked when the page is opened. When the server cannot be asked, the form says so at its end. */
function useLink(token: string): { isRefused: boolean; username: string | undefined } {
  const isWhole = tokenShape.test(token);
  const { data } = useQuery({
    queryKey: ['recovery', token],
    queryFn: async ({ signal }) => {
      const answer = await call(recoveryEndpoints.check, { body: { token }, signal });
      if (answer.ok) return { isRefused: false, username: answer.value.username };
      return { isRefused: answer.failure.kind === 'refused' && answer.failure.code === 'invalid_token' };
    },
    enabled: isWhole,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { isRefused: !isWhole || data?.isRefused === true, username: data?.username };
}

/** Sets a staff account up again whose authenticator or mailbox is lost. The link stands in place of a login. */
export function RecoverPage() {
  const [token] = useState(() => tokenOf(window.location));
  const [step, setStep] = useSetupStep();
  const { isRefused, username } = useLink(token);
  useTitle('Recover access');
  const title = username === undefined ? 'Recover access' : `Recover access for ${username}`;
  return (
    <SetupFrame title={step.name === 'codes' ? 'Keep your backup codes' : title}>
      <SetupSteps
        step={step}
        onStep={setStep}
        action="Recover access"
        prove={(proof) => call(recoveryEndpoints.finish, { body: { token, proof } })}
        news="can log in again. Payouts rest for 24 hours."
        next="/admin/"
      >
        {isRefused ? (
          <NoUse isWhole={tokenShape.test(token)} />
        ) : (
          <RecoverForm token={token} onBegun={(begun) => setStep({ name: 'proof', begun })} />
        )}
      </SetupSteps>
    </SetupFrame>
  );
}
