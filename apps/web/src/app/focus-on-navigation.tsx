import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { closeMenus } from '#ui/menu/menu-store.ts';
import { mainId } from './skip-link.tsx';

/** After a change of page the keyboard and the screen reader start at the new content, and no menu stays open. */
export function FocusOnNavigation() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    closeMenus();
    const main = document.getElementById(mainId);
    // A page that begins with a field to fill in has put the focus there itself.
    if (document.activeElement instanceof HTMLInputElement && main?.contains(document.activeElement)) return;
    main?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
