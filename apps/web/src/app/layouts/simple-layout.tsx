import { Outlet } from 'react-router';
import { BrandLink } from '../header/brand-link.tsx';
import { LanguageMenu } from '../header/language-menu.tsx';
import { ThemeMenu } from '../header/theme-menu.tsx';
import { mainId } from '../skip-link.tsx';

/** No header and no footer: one card in the middle, and above it the few controls that a visitor may need first. */
export function SimpleLayout() {
  return (
    <main className="flex flex-1 flex-col">
      <div className="flex h-14 items-center justify-between gap-4 px-4">
        <BrandLink />
        <div className="flex items-center gap-1">
          <LanguageMenu />
          <ThemeMenu />
        </div>
      </div>
      <div
        id={mainId}
        tabIndex={-1}
        className="flex flex-1 items-center justify-center px-4 pt-4 pb-14 outline-none"
      >
        <div className="w-full max-w-md rounded-lg bg-surface p-6 sm:p-8">
          <Outlet />
        </div>
      </div>
    </main>
  );
}
