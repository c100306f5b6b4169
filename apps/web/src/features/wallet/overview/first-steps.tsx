import type { ReactNode } from 'react';
import { browserStorage } from '#api/browser-storage.ts';
import { isDemo } from '#api/mode.ts';
import { session } from '#api/session.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { TestCoinsButton } from '../components/test-coins-button.tsx';

function Step({
  number,
  done = false,
  title,
  text,
  children,
}: {
  number: string;
  done?: boolean;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-3 rounded-md border hairline p-4">
      <span
        aria-hidden="true"
        className="num flex size-7 flex-none items-center justify-center rounded-full bg-raised font-semibold"
      >
        {done ? <Icon name="check" size={16} className="text-buy" /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h3 className="text-base font-semibold">{title}</h3>
        <p className="text-pretty text-muted">{text}</p>
        <div className="mt-auto flex flex-wrap gap-2 pt-1 empty:hidden">{children}</div>
      </div>
    </li>
  );
}

const closedKey = 'first_steps_closed';

/** Whether the account that is logged in has closed the block on this device. */
export function isFirstStepsClosed(): boolean {
  const { email } = session.read();
  return email !== null && browserStorage.getItem(closedKey) === email;
}

function rememberClosed(): void {
  const { email } = session.read();
  if (email !== null) browserStorage.setItem(closedKey, email);
}

interface FirstStepsProps {
  /** The first step is done. */
  funded: boolean;
  className?: string | undefined;
  onClose(): void;
}

/** For an account that has not traded yet: how to get from here to a first trade. */
export function FirstSteps({ funded, className, onClose }: FirstStepsProps) {
  const { t } = useTranslation();
  const demo = isDemo();
  const lead = t(`wallet.first.${funded ? 'fundedLead' : demo ? 'demoLead' : 'lead'}`);
  return (
    <section
      aria-label={t('wallet.first.title')}
      className={classNames('tour-start flex flex-col gap-4 rounded-md bg-surface p-4', className)}
    >
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">{t('wallet.first.title')}</h2>
          <p className="text-pretty text-muted">{lead}</p>
        </div>
        <Button
          size="small"
          variant="flat"
          className="-mt-1 -mr-2 flex-none"
          aria-label={t('wallet.first.close')}
          onClick={() => {
            rememberClosed();
            onClose();
          }}
        >
          <Icon name="x" size={16} />
        </Button>
      </div>
      <ol className="grid gap-3 md:grid-cols-3">
        <Step
          number="1"
          done={funded}
          title={demo ? t('wallet.first.tap.title') : t('wallet.first.deposit.title')}
          text={demo ? t('wallet.first.tap.text') : t('wallet.first.deposit.text')}
        >
          {funded ? null : demo ? (
            <TestCoinsButton coin="USDT" />
          ) : (
            <LinkButton to="/wallet/deposit/USDT" color="green">
              {t('wallet.tabs.deposit')}
            </LinkButton>
          )}
        </Step>
        <Step number="2" title={t('wallet.first.trade.title')} text={t('wallet.first.trade.text')}>
          {funded ? (
            <LinkButton to="/quick-swap" color="black">
              {t('wallet.first.trade.swap')}
            </LinkButton>
          ) : (
            <LinkButton to="/quick-swap?tab=card" color="black">
              {t('wallet.first.trade.card')}
            </LinkButton>
          )}
          <LinkButton to="/trade/BTC-USDT" variant="flat">
            {t('wallet.first.trade.go')}
          </LinkButton>
        </Step>
        <Step number="3" title={t('wallet.first.secure.title')} text={t('wallet.first.secure.text')}>
          <LinkButton to="/settings#security" color="black">
            {t('wallet.first.secure.go')}
          </LinkButton>
        </Step>
      </ol>
    </section>
  );
}
