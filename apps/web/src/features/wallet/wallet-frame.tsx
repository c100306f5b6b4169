import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { useCoins } from '#live/use-market-data.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useLiveWallet } from './api/use-live-wallet.ts';
import { PrivacyEye } from './components/privacy-eye.tsx';
import { firstOwned } from './model/owned-coins.ts';
import { tabPath, type WalletTabName, walletTabs } from './model/tabs.ts';

/** On a phone the row is longer than the screen: the tab that is open is brought into it. */
function TabRow({ current }: { current: WalletTabName | undefined }) {
  const { t } = useTranslation();
  const { walletitem } = useParams();
  const owned = firstOwned(useCoins() ?? [])?.code;
  const currentRef = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const link = currentRef.current;
    const row = link?.closest('ul');
    if (!link || !row || typeof IntersectionObserver !== 'function') return;
    // The observer tells places that the browser has computed anyway; to ask for them here would make it compute them now.
    const observer = new IntersectionObserver(
      ([entry]) => {
        observer.disconnect();
        if (!entry?.rootBounds || entry.intersectionRatio === 1) return;
        const { left, width } = entry.boundingClientRect;
        row.scrollLeft += left - entry.rootBounds.left - (entry.rootBounds.width - width) / 2;
      },
      { root: row },
    );
    observer.observe(link);
    return () => observer.disconnect();
  }, []);
  return (
    <nav aria-label={t('wallet.tabs.label')} className="tab-row max-md:-mx-4 max-md:px-4">
      <ul className="tab-list relative gap-5">
        {walletTabs.map((tab) => (
          <li key={tab.name} className="flex-none">
            <Link
              to={tabPath(tab, walletitem ?? (tab.name === 'withdrawal' ? owned : undefined))}
              ref={tab.name === current ? currentRef : undefined}
              aria-current={tab.name === current ? 'page' : undefined}
              className={classNames(
                'tab inline-flex items-center text-base',
                tab.name === current && 'tab-chosen',
              )}
            >
              {t(`wallet.tabs.${tab.name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface WalletFrameProps {
  /** Undefined for a page of the wallet that is no tab. */
  tab: WalletTabName | undefined;
  children: ReactNode;
}

/** What every page of the wallet stands in: its name, the tabs, the eye; and the live feeds that all of them read. */
export function WalletFrame({ tab, children }: WalletFrameProps) {
  const { t } = useTranslation();
  useLiveWallet();
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pt-4 pb-10 md:gap-6 md:pt-6">
      <div>
        <div className="flex items-center justify-between gap-4">
          <h1 className="text-xl font-bold">{t('wallet.title')}</h1>
          <PrivacyEye />
        </div>
        <TabRow current={tab} />
      </div>
      {/* What stands below begins below the window, before the page is drawn and after: nothing jumps. */}
      <div className="flex min-h-[calc(100dvh-10rem)] flex-col gap-4 md:gap-6">{children}</div>
      <Link
        to="/wallet/proof"
        className="inline-flex min-h-8 items-center gap-1.5 self-start text-xs text-muted hover:text-text max-md:min-h-11"
      >
        <Icon name="shield-check" size={14} />
        {t('shell.titles.proof')}
      </Link>
    </div>
  );
}
