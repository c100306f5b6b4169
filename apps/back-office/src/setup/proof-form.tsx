import type { setupEndpoints } from '@emporion/contracts/rest';
import type { CallInput, CallOutput } from '@emporion/web/api/request.ts';
import { checkCode } from '@emporion/web/confirmation/check-code.ts';
import { askBrowser, type PasskeyOutcome } from '@emporion/web/confirmation/passkey-answer.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { CodeField } from '@emporion/web/ui/code/code-field.tsx';
import { CopyButton } from '@emporion/web/ui/copy/copy-button.tsx';
import type { FormRefusal } from '@emporion/web/ui/form/field-problem.ts';
import { Form } from '@emporion/web/ui/form/form.tsx';
import { useForm } from '@emporion/web/ui/form/use-form.ts';
import { QrCode } from '@emporion/web/ui/qr/qr-code.tsx';

export type Begun = CallOutput<typeof setupEndpoints.begin>;
export type Proof = CallInput<typeof setupEndpoints.finish>['body']['proof'];

interface ProofProps<Step = Begun> {
  begun: Step;
  /** The words of the button that finishes. */
  action: string;
  onBack(): void;
  /** Answers why the proof was refused; undefined when it was accepted. */
  onProof(proof: Proof): Promise<FormRefusal | undefined>;
}

/** Four letters at a time can be read aloud and typed. */
const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

function AppProof({ begun, action, onBack, onProof }: ProofProps<Extract<Begun, { method: 'totp' }>>) {
  const form = useForm({
    initial: { code: '' },
    check: checkCode,
    submit: ({ code }) => onProof({ method: 'totp', code }),
  });
  return (
    <>
      <p className="text-pretty">Scan this with your authenticator app, then enter the code that it shows.</p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={begun.uri} label="The key of the app as a QR code" />
        <p className="flex min-w-0 flex-1 basis-40 items-center gap-2">
          <span className="num min-w-0 font-semibold break-words" data-testid="totp-secret">
            {inGroups(begun.secret)}
          </span>
          <CopyButton text={begun.secret} label="Copy the key" />
        </p>
      </div>
      <Form form={form}>
        <CodeField autoFocus label="Code" {...form.choice('code')} />
        <Button type="submit" wide loading={form.pending}>
          {action}
        </Button>
        <Button variant="flat" color="black" wide onClick={onBack}>
          Back
        </Button>
      </Form>
    </>
  );
}

const outcomes: Readonly<Record<Exclude<PasskeyOutcome['kind'], 'answered'>, string>> = {
  left: 'Nothing was made: the window of the browser was closed. Try again.',
  unsupported: 'This browser cannot make passkeys. Go back and choose an authenticator app.',
  known: 'This device has a passkey for the account already.',
  failed: 'The passkey could not be made. Try again, or go back and choose an authenticator app.',
};

function PasskeyProof({ begun, onBack, onProof }: ProofProps<Extract<Begun, { method: 'passkey' }>>) {
  const form = useForm({
    initial: {},
    check: () => ({}),
    submit: async () => {
      const outcome = await askBrowser(({ startRegistration }) =>
        startRegistration({ optionsJSON: begun.options as never }),
      );
      if (outcome.kind !== 'answered') return { message: outcomes[outcome.kind] };
      return onProof({ method: 'passkey', challenge: begun.challenge, answer: outcome.answer });
    },
  });
  return (
    <Form form={form}>
      <p className="text-pretty">Your browser asks for the passkey next: a fingerprint, a PIN or a key.</p>
      <Button type="submit" wide loading={form.pending}>
        Make the passkey
      </Button>
      <Button variant="flat" color="black" wide onClick={onBack}>
        Back
      </Button>
    </Form>
  );
}

/** The factor is proved before the account has any right. */
export function ProofForm({ begun, ...way }: ProofProps) {
  return begun.method === 'totp' ? (
    <AppProof begun={begun} {...way} />
  ) : (
    <PasskeyProof begun={begun} {...way} />
  );
}
