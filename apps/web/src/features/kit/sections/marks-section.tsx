import { Logo } from '#ui/brand/logo.tsx';
import { CoinLogo, drawnCoins } from '#ui/coin/coin-logo.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { iconNames } from '#ui/icon/icon-names.ts';
import { KitRow, KitSection } from '../kit-section.tsx';

const logoSizes = [22, 32, 48] as const;
const coins = [...drawnCoins, 'generic'] as const;

export function MarksSection() {
  return (
    <KitSection name="marks">
      <KitRow>
        {logoSizes.map((size) => (
          <Logo key={size} size={size} className="mr-6" />
        ))}
      </KitRow>
      <KitRow>
        {coins.map((coin) => (
          <span key={coin} className="flex items-center gap-2 pr-4">
            <CoinLogo code={coin} />
            <CoinLogo code={coin} size={40} />
            <span className="text-xs text-muted uppercase">{coin}</span>
          </span>
        ))}
      </KitRow>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-1">
        {iconNames.map((name) => (
          <li key={name} className="flex flex-col items-center gap-2 rounded-md p-2 hover:bg-raised">
            <Icon name={name} />
            <span className="text-center text-xs text-muted">{name}</span>
          </li>
        ))}
      </ul>
    </KitSection>
  );
}
