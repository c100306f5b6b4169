import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { InterfaceSelectPage } from '#features/interface-select/interface-select-page.tsx';
import { loadTexts } from '#language/i18n.ts';
import { safeRedirect } from './routing/safe-redirect.ts';

/** Goes on to the page that `redirectFrom` names, as a login does. */
function ChooseInterface() {
  const wanted = safeRedirect(new URLSearchParams(useLocation().search).get('redirectFrom'), '');
  return <InterfaceSelectPage next={wanted === '' ? undefined : wanted} />;
}

export async function loadInterfacePage(): Promise<ComponentType> {
  await Promise.all([loadTexts('settings'), loadTexts('errors')]);
  return ChooseInterface;
}
