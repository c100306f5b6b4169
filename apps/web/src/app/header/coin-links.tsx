import type { Coin } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { coinName } from '#live/coin-name.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

/** The titles that every operator uses speak the reader's language; any other stays as the operator wrote it. */
const knownTitles: ReadonlyMap<string, string> = new Map([
  ['Website', 'shell.trade.website'],
  ['Explorer', 'shell.trade.explorer'],
]);

function titleOf(title: string, t: Translate): string {
  const key = knownTitles.get(title);
  return key === undefined ? title : t(key);
}

/** A coin's pages on the web. They are the first to go when the header is short of room. */
export function CoinLinks({ coin }: { coin: Coin }) {
  const { t, i18n } = useTranslation();
  if (coin.links.length === 0) return null;
  return (
    <ul
      aria-label={t('shell.trade.links', { name: coinName(coin, i18n.language) })}
      className="hidden min-w-0 shrink-[99] items-center gap-3 overflow-hidden @min-[26rem]:flex"
    >
      {coin.links.map(({ href, title }) => (
        <li key={href} className="min-w-0">
          <a href={href} target="_blank" rel="noopener noreferrer" className="quiet-link block truncate">
            {titleOf(title, t)}
          </a>
        </li>
      ))}
    </ul>
  );
}
