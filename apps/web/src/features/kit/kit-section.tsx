import type { ReactNode } from 'react';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

export const kitSections = [
  'theme',
  'marks',
  'buttons',
  'fields',
  'choices',
  'numbers',
  'table',
  'overlays',
  'states',
] as const;
export type KitSectionName = (typeof kitSections)[number];

/** A part of the page with an anchor of its own. */
export function KitSection({ name, children }: { name: KitSectionName; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div id={name} className="scroll-mt-16">
      <Card title={t(`kit.sections.${name}`)}>
        <div className="flex flex-col gap-6">{children}</div>
      </Card>
    </div>
  );
}

/** Things side by side that wrap. */
export function KitRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

/** Fields in as many columns as fit. */
export function KitGrid({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-6 gap-y-4 md:grid-cols-2 lg:grid-cols-3">{children}</div>;
}
