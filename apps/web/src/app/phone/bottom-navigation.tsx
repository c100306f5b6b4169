import { Link, useLocation } from 'react-router';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { tradePath } from '../routes.ts';
import { useKeyboardMark } from './keyboard-mark.ts';

interface Place {
  readonly name: 'markets' | 'trade' | 'swap' | 'wallet' | 'account';
  /** The key of its text: a place has the same name in every menu. */
  readonly text: string;
  readonly to: string;
  readonly icon: IconName;
  /** The first parts of the paths on which it is the present one. */
  readonly sections: readonly string[];
}

const places: readonly Place[] = [
  { name: 'markets', text: 'shell.menu.markets', to: '/markets', icon: 'trending-up', sections: ['markets'] },
  {
    name: 'trade',
    text: 'shell.menu.buysell',
    to: tradePath,
    icon: 'chart-candlestick',
    sections: ['trade'],
  },
  { name: 'swap', text: 'shell.menu.exchange', to: '/quick-swap', icon: 'repeat', sections: ['quick-swap'] },
  { name: 'wallet', text: 'shell.menu.wallet', to: '/wallet', icon: 'wallet', sections: ['wallet'] },
  {
    name: 'account',
    text: 'phone.navigation.account',
    to: '/settings',
    icon: 'user',
    sections: ['settings', 'kyc'],
  },
];

/**
 * The five places of a phone, at the bottom of the window where a thumb is. The style sheet keeps its room free from the first paint on, see
 * `bottom-navigation.css`: nothing moves when it arrives, and the page ends above it.
 */
export function BottomNavigation() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useKeyboardMark();
  const section = pathname.split('/')[1] ?? '';
  return (
    <nav aria-label={t('phone.navigation.label')} className="bottom-navigation">
      <ul>
        {places.map(({ name, text, to, icon, sections }) => (
          <li key={name}>
            <Link
              // The market that is open stays open.
              to={name === 'trade' && section === 'trade' ? pathname : to}
              aria-current={sections.includes(section) ? 'page' : undefined}
            >
              <Icon name={icon} size={22} />
              <span>{t(text)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
