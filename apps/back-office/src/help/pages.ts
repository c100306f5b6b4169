import type { Page } from '#app/page.ts';

export const helpPages: readonly Page[] = [
  {
    path: 'help/articles',
    title: 'Help articles',
    group: 'support',
    capability: 'help.read',
    icon: 'file-text',
    load: async () => (await import('./articles-page.tsx')).ArticlesPage,
  },
  {
    path: 'help/articles/new',
    title: 'New help article',
    group: 'support',
    capability: 'help.write',
    load: async () => (await import('./article-page.tsx')).NewArticlePage,
  },
  {
    path: 'help/articles/:slug',
    title: 'Help article',
    group: 'support',
    capability: 'help.read',
    load: async () => (await import('./article-page.tsx')).ArticlePage,
  },
  {
    path: 'help/incidents',
    title: 'Incidents',
    group: 'support',
    capability: 'incidents.read',
    icon: 'triangle-alert',
    load: async () => (await import('./incidents-page.tsx')).IncidentsPage,
  },
  {
    path: 'help/incidents/new',
    title: 'New incident',
    group: 'support',
    capability: 'incidents.write',
    load: async () => (await import('./incident-page.tsx')).NewIncidentPage,
  },
  {
    path: 'help/incidents/:id',
    title: 'Incident',
    group: 'support',
    capability: 'incidents.read',
    load: async () => (await import('./incident-page.tsx')).IncidentPage,
  },
];
