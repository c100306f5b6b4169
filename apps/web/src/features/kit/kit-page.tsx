import { useState } from 'react';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type ThemeChoice, themeChoices, useTheme } from '#ui/theme/theme.ts';
import { kitSections } from './kit-section.tsx';
import { ButtonsSection } from './sections/buttons-section.tsx';
import { ChoicesSection } from './sections/choices-section.tsx';
import { FieldsSection } from './sections/fields-section.tsx';
import { MarksSection } from './sections/marks-section.tsx';
import { NumbersSection } from './sections/numbers-section.tsx';
import { OverlaysSection } from './sections/overlays-section.tsx';
import { StatesSection } from './sections/states-section.tsx';
import { TableSection } from './sections/table-section.tsx';
import { ThemeSection } from './sections/theme-section.tsx';

const colourSets = ['green-red', 'blue-orange'] as const;
type ColourSet = (typeof colourSets)[number];

interface SwitchesProps {
  colours: ColourSet;
  onColoursChange(colours: ColourSet): void;
}

function Switches({ colours, onColoursChange }: SwitchesProps) {
  const { t } = useTranslation();
  const { choice, setTheme } = useTheme();
  return (
    <div className="flex flex-wrap gap-2">
      <SegmentedControl<ThemeChoice>
        label={t('kit.theme')}
        segments={themeChoices.map((value) => ({ value, label: t(`kit.themeChoice.${value}`) }))}
        value={choice}
        onValueChange={setTheme}
      />
      <SegmentedControl<ColourSet>
        label={t('kit.colours')}
        segments={colourSets.map((value) => ({ value, label: t(`kit.colourSet.${value}`) }))}
        value={colours}
        onValueChange={onColoursChange}
      />
    </div>
  );
}

/** Every shared piece in every state, for those who build with them and for the screenshots of the tests. */
export function KitPage() {
  const { t } = useTranslation();
  const [colours, setColours] = useState<ColourSet>('green-red');
  return (
    <div className="mx-auto flex max-w-300 flex-col gap-1 p-1" data-colours={colours}>
      <header className="flex flex-wrap items-end justify-between gap-4 rounded-md bg-surface p-4">
        <div>
          <h1 className="text-xl">{t('kit.title')}</h1>
          <p className="text-muted">{t('kit.intro')}</p>
        </div>
        <Switches colours={colours} onColoursChange={setColours} />
        <nav aria-label={t('kit.contents')} className="flex w-full flex-wrap gap-x-4">
          {kitSections.map((name) => (
            <a
              key={name}
              href={`#${name}`}
              className="inline-flex min-h-11 min-w-11 items-center text-accent hover:underline md:pointer-fine:min-h-6 md:pointer-fine:min-w-0"
            >
              {t(`kit.sections.${name}`)}
            </a>
          ))}
        </nav>
      </header>
      <ThemeSection />
      <MarksSection />
      <ButtonsSection />
      <FieldsSection />
      <ChoicesSection />
      <NumbersSection />
      <TableSection />
      <OverlaysSection />
      <StatesSection />
    </div>
  );
}
