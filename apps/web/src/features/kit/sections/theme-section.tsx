import { useTranslation } from '#ui/text/use-translation.ts';
import { KitSection } from '../kit-section.tsx';

const surfaces = ['bg-bg', 'bg-surface', 'bg-raised'] as const;
const inks = ['text-text', 'text-muted', 'text-accent', 'text-buy', 'text-sell', 'text-warn'] as const;
const sizes = ['text-xs', 'text-sm', 'text-base', 'text-md', 'text-lg', 'text-xl', 'text-2xl'] as const;
const themes = ['light', 'dark'] as const;

function Swatches() {
  return (
    <div className="grid gap-1 sm:grid-cols-3">
      {surfaces.map((surface) => (
        <ul key={surface} className={`${surface} flex flex-col gap-1 rounded-md border border-border p-3`}>
          <li className="text-xs text-muted">{surface.slice(3)}</li>
          {inks.map((ink) => (
            <li key={ink} className={`${ink} font-semibold`}>
              {ink.slice(5)}
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

/** The ten roles in both themes at once, and the sizes of type. */
export function ThemeSection() {
  const { t } = useTranslation();
  return (
    <KitSection name="theme">
      <div className="grid gap-2 lg:grid-cols-2">
        {themes.map((theme) => (
          <div key={theme} data-theme={theme} className="rounded-md bg-bg p-3">
            <p className="mb-2 text-xs text-muted">{t(`kit.themeChoice.${theme}`)}</p>
            <Swatches />
          </div>
        ))}
      </div>
      <div className="flex flex-col gap-1">
        {sizes.map((size) => (
          <p key={size} className={`${size} num flex items-baseline gap-3`}>
            <span className="w-12 flex-none text-xs text-muted">{size.slice(5)}</span>
            <span>{t('kit.sample')}</span>
          </p>
        ))}
      </div>
    </KitSection>
  );
}
