import { chosen } from '@emporion/web/language/brand.ts';
import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { useEffect, useState } from 'react';
import { AdministratorForm } from './administrator-form.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { type Begun, ProofForm } from './proof-form.tsx';

/** The token stands behind the # and travels in bodies only. */
const tokenOf = ({ hash }: Pick<Location, 'hash'>): string => hash.slice(1);

const shape = /^[A-Za-z0-9_-]{20,200}$/;

type Step =
  | { readonly name: 'person' }
  | { readonly name: 'proof'; readonly begun: Begun }
  | { readonly name: 'codes'; readonly email: string; readonly codes: readonly string[] };

function NoToken() {
  return (
    <p className="text-pretty">
      This page needs the whole link that the server printed, with everything behind the <b>#</b>. Run{' '}
      <code className="num">npm run admin -- create</code> on the server for a new one.
    </p>
  );
}

/** Makes the first administrator of an installation. It stands outside the login: there is nobody yet who could log in. */
export function SetupPage() {
  const [token] = useState(() => tokenOf(window.location));
  const [step, setStep] = useState<Step>({ name: 'person' });
  useEffect(() => {
    document.title = `Set up · Back office · ${chosen.brand}`;
  }, []);
  function finish(email: string, codes: readonly string[]): void {
    // It counts no more, and nobody needs it in the browser's history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    setStep({ name: 'codes', email, codes });
  }
  return (
    <main className="flex min-h-dvh flex-col items-center bg-page px-4 pt-6 pb-14 md:pt-[8vh]">
      <div className="flex w-full max-w-md flex-col gap-5 rounded-lg bg-surface p-6 sm:p-8">
        <p className="flex items-center gap-2 font-semibold">
          <Icon name="store" size={18} className="text-accent" />
          Back office
        </p>
        <h1 className="text-lg">
          {step.name === 'codes' ? 'Keep your backup codes' : 'Make the first administrator'}
        </h1>
        {!shape.test(token) && step.name === 'person' ? (
          <NoToken />
        ) : step.name === 'person' ? (
          <AdministratorForm token={token} onBegun={(begun) => setStep({ name: 'proof', begun })} />
        ) : step.name === 'proof' ? (
          <ProofForm
            token={token}
            begun={step.begun}
            onBack={() => setStep({ name: 'person' })}
            onFinished={finish}
          />
        ) : (
          <BackupCodes email={step.email} codes={step.codes} />
        )}
      </div>
    </main>
  );
}
