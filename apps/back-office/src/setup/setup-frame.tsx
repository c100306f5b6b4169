import { chosen } from '@emporion/web/language/brand.ts';
import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { type ReactNode, useEffect } from 'react';

/** The token stands behind the # and travels in bodies only. */
export const tokenOf = ({ hash }: Pick<Location, 'hash'>): string => hash.slice(1);

export const tokenShape = /^[A-Za-z0-9_-]{20,200}$/;

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Back office · ${chosen.brand}`;
  }, [title]);
}

/** The frame of the pages that a link from the machine opens. They stand outside the login. */
export function SetupFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center bg-page px-4 pt-6 pb-14 md:pt-[8vh]">
      <div className="flex w-full max-w-md flex-col gap-5 rounded-lg bg-surface p-6 sm:p-8">
        <p className="flex items-center gap-2 font-semibold">
          <Icon name="store" size={18} className="text-accent" />
          Back office
        </p>
        <h1 className="text-lg">{title}</h1>
        {children}
      </div>
    </main>
  );
}
