import type { ComponentType } from 'react';
import { loadTexts } from '#language/i18n.ts';
import { loadLayout } from './layouts/load-layout.ts';

const pages = {
  home: async () => (await import('#features/support/help/help-page.tsx')).HelpPage,
  article: async () => (await import('#features/support/help/article-page.tsx')).ArticlePage,
  status: async () => (await import('#features/support/status/status-page.tsx')).StatusPage,
} as const satisfies Record<string, () => Promise<ComponentType>>;

export type SupportPageName = keyof typeof pages;

export async function loadSupportPage(name: SupportPageName): Promise<ComponentType> {
  const [Page] = await Promise.all([pages[name](), loadTexts('help'), loadLayout()]);
  return Page;
}
