import type { ApiFailure } from '@emporion/web/api/failure.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { BackupCodes } from './backup-codes.tsx';
import { type Begun, ProofForm } from './proof-form.tsx';

export type SetupStep =
  | { readonly name: 'form' }
  | { readonly name: 'proof'; readonly begun: Begun }
  | { readonly name: 'codes'; readonly email: string; readonly codes: readonly string[] };

type Proof = Parameters<ComponentProps<typeof ProofForm>['onProof']>[0];
type Finished =
  | { readonly ok: true; readonly value: { readonly email: string; readonly backup_codes: string[] } }
  | { readonly ok: false; readonly failure: ApiFailure };

export function useSetupStep() {
  return useState<SetupStep>({ name: 'form' });
}

interface SetupStepsProps {
  readonly step: SetupStep;
  readonly onStep: (step: SetupStep) => void;
  /** The first step: a form, or why there is none. */
  readonly children: ReactNode;
  /** The words of the button that ends it. */
  readonly action: string;
  readonly prove: (proof: Proof) => Promise<Finished>;
  readonly news: string;
  readonly next: string;
}

/** By a link to a staff account that works: a form, the proof of its second step, and its backup codes. */
export function SetupSteps({ step, onStep, children, action, prove, news, next }: SetupStepsProps) {
  const { t } = useTranslation();
  if (step.name === 'form') return children;
  if (step.name === 'codes')
    return <BackupCodes email={step.email} codes={step.codes} news={news} next={next} />;
  return (
    <ProofForm
      begun={step.begun}
      action={action}
      onBack={() => onStep({ name: 'form' })}
      onProof={async (proof) => {
        const answer = await prove(proof);
        if (!answer.ok) return refusalOf(answer.failure, t);
        // The link is used up and need not stay in the browser's history.
        window.history.replaceState(window.history.state, '', window.location.pathname);
        onStep({ name: 'codes', email: answer.value.email, codes: answer.value.backup_codes });
        return undefined;
      }}
    />
  );
}
