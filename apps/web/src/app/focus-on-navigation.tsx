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
    document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
