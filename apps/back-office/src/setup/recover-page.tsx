import { recoveryEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BackupCodes } from './backup-codes.tsx';
import { type Begun, ProofForm } from './proof-form.tsx';
import { RecoverForm } from './recover-form.tsx';
import { SetupFrame, tokenOf, tokenShape, useTitle } from './setup-frame.tsx';

type Step =
  | { readonly name: 'form' }
  | { readonly name: 'proof'; readonly begun: Begun }
  | { readonly name: 'codes'; readonly email: string; readonly codes: readonly string[] };

function NoUse({ isWhole }: { isWhole: boolean }) {
  return (
    <p className="text-pretty">
      {isWhole
        ? 'This link isn’t valid any more: it works once and for a day, and a newer one replaces it. '
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
  const [step, setStep] = useState<Step>({ name: 'form' });
  const { t } = useTranslation();
  const { isRefused, username } = useLink(token);
  useTitle('Recover access');
  function finish(email: string, codes: readonly string[]): void {
    // The link is used up and need not stay in the browser's history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    setStep({ name: 'codes', email, codes });
  }
  return (
    <SetupFrame
      title={
        step.name === 'codes'
          ? 'Keep your backup codes'
          : username === undefined
            ? 'Recover access'
            : `Recover access for ${username}`
      }
    >
      {step.name === 'form' && isRefused ? (
        <NoUse isWhole={tokenShape.test(token)} />
      ) : step.name === 'form' ? (
        <RecoverForm token={token} onBegun={(begun) => setStep({ name: 'proof', begun })} />
      ) : step.name === 'proof' ? (
        <ProofForm
          begun={step.begun}
          action="Recover access"
          onBack={() => setStep({ name: 'form' })}
          onProof={async (proof) => {
            const answer = await call(recoveryEndpoints.finish, { body: { token, proof } });
            if (!answer.ok) return refusalOf(answer.failure, t);
            finish(answer.value.email, answer.value.backup_codes);
            return undefined;
          }}
        />
      ) : (
        <BackupCodes
          email={step.email}
          codes={step.codes}
          news="can log in again. Payouts rest for 24 hours."
          next="/admin/"
        />
      )}
    </SetupFrame>
  );
}
