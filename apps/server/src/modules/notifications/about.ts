import type { NotificationKind } from '@emporion/contracts/rest';
import type { TranslationParams } from '@emporion/i18n/server';

/** What a notification is about: the kind of thing, and its id where one has a page of its own. */
export type About =
  | 'security'
  | 'sessions'
  | 'verification'
  | `${'order' | 'deposit' | 'withdrawal' | 'alert' | 'ticket' | 'swap' | 'announcement'}:${string}`;

interface Told {
  readonly kind: NotificationKind;
  readonly about: string | null;
  readonly params: TranslationParams;
}

/** A coin or pair as it stands in a path. What is none leads to where all are. */
function segment(value: string | number | undefined, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? encodeURIComponent(value) : otherwise;
}

/** The page of the application that shows what a notification is about, under `/account`; null where there is none. */
export function linkOf({ kind, about, params }: Told): string | null {
  const [thing = '', id = ''] = about === null ? [] : splitAtFirst(about);
  switch (thing === '' ? kind : thing) {
    case 'order':
    case 'alert':
      // Notifications of swaps have no pair.
      return params.pair === undefined ? '/quick-swap' : `/trade/${segment(params.pair, '')}`;
    case 'swap':
      return '/quick-swap';
    case 'deposit':
    case 'withdrawal': {
      // The history finds a movement by its transaction and by its number.
      const found = id === '' ? '' : `?text=${encodeURIComponent(id)}`;
      return `/wallet/history/${segment(params.coin, 'all')}${found}`;
    }
    case 'security':
      return '/settings#security';
    case 'sessions':
    case 'login':
      return '/settings#devices';
    case 'ticket':
      return id === '' ? '/support/tickets' : `/support/tickets/${encodeURIComponent(id)}`;
    case 'verification':
      return '/kyc';
    default:
      return null;
  }
}

function splitAtFirst(about: string): [string, string] {
  const at = about.indexOf(':');
  return at < 0 ? [about, ''] : [about.slice(0, at), about.slice(at + 1)];
}
