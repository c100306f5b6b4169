import type { FactorMethod } from '@emporion/contracts/rest';
import { useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { SecondStepAnswer } from '../api/sign-in.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { Notice } from '../components/notice.tsx';
import { isSent, methodIcons, sortMethods } from '../model/methods.ts';
import { CodeStep } from './code-step.tsx';
import { SentCodeStep, useSentCodes } from './sent-code-step.tsx';
import { knowsPasskeys, usePasskey } from './use-passkey.ts';

interface SecondStepProps {
  step: SecondStepAnswer;
  onBack(): void;
  /** The password has to be entered again: too much time has passed, or too much was tried. */
  onLost(): void;
}

function PasskeyStep({ ticket }: { ticket: string }) {
  const { t } = useTranslation();
  const passkey = usePasskey(ticket);
  return (
    <div className="flex flex-col gap-3">
      <Button size="big" wide loading={passkey.pending} onClick={passkey.use}>
        <Icon name="key-round" size={16} />
        {t('auth.passkey.confirm')}
      </Button>
      <FormMessage message={passkey.message} />
    </div>
  );
}

interface OtherWaysProps {
  methods: readonly FactorMethod[];
  onChoose(method: FactorMethod): void;
}

function OtherWays({ methods, onChoose }: OtherWaysProps) {
  const { t } = useTranslation();
  if (methods.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm text-muted">{t('auth.second.otherWays')}</h2>
      {/* To the eye a flat button is only its words, so its padding hangs over the edge. */}
      <ul className="-mx-3 flex flex-wrap gap-x-2 md:gap-y-1">
        {methods.map((method) => (
          <li key={method}>
            <Button size="small" variant="flat" color="black" onClick={() => onChoose(method)}>
              <Icon name={methodIcons[method]} size={16} />
              {t(`auth.methods.${method}`)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The password was right; now one of the account's second factors is asked for. */
export function SecondStep({ step, onBack, onLost }: SecondStepProps) {
  const { t } = useTranslation();
  const usable = sortMethods(step.methods).filter((method) => method !== 'passkey' || knowsPasskeys());
  const [chosen, setChosen] = useState(usable[0]);
  const codes = useSentCodes(step.ticket, onLost);
  const choose = (method: FactorMethod): void => {
    setChosen(method);
    codes.forgetMessage();
  };
  const { ticket, targets } = step;
  return (
    <div className="flex flex-col gap-6">
      <AuthHeading
        // Siblings share their keys, and both of these begin anew with another way.
        key={`heading-${chosen}`}
        focused
        icon="shield-check"
        title={t(step.reason === undefined ? 'auth.second.title' : 'auth.second.titleHeld')}
        lead={t(chosen === undefined ? 'auth.second.none' : `auth.second.${chosen}`)}
      />
      {step.reason !== undefined && (
        <Notice kind="warning">{t([`errors.${step.reason}`, 'auth.second.email'])}</Notice>
      )}
      {chosen === 'passkey' && <PasskeyStep ticket={ticket} />}
      {(chosen === 'totp' || chosen === 'backup') && (
        <CodeStep key={chosen} ticket={ticket} method={chosen} onLost={onLost} />
      )}
      {chosen !== undefined && isSent(chosen) && (
        <SentCodeStep
          key={chosen}
          {...{ ticket, codes, onLost }}
          method={chosen}
          target={targets[chosen] ?? ''}
        />
      )}
      <OtherWays methods={usable.filter((method) => method !== chosen)} onChoose={choose} />
      <Button variant="flat" color="black" onClick={onBack}>
        <Icon name="arrow-left" size={16} />
        {t('auth.second.back')}
      </Button>
    </div>
  );
}
