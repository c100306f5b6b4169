import i18next, { type TFunction } from 'i18next';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** The texts as components use them. A new object stands for each change of language, so that what is memoised follows. */
function createTranslation() {
  return { t: i18next.t.bind(i18next) as TFunction, i18n: i18next };
}

let translation = createTranslation();
const listeners = new Set<() => void>();

i18next.on('languageChanged', () => {
  translation = createTranslation();
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = () => translation;

/** Texts in the language of the moment: `const { t } = useTranslation()`. A change of language draws the component anew. */
export function useTranslation() {
  return useSyncExternalStore(subscribe, read);
}

/** Fetches an area's texts unless they are here, and draws the component anew when they have come. */
export function useArea(area: string): void {
  const [, setLoaded] = useState(() => i18next.hasLoadedNamespace(area));
  useEffect(() => {
    let isAsking = true;
    if (i18next.hasLoadedNamespace(area)) return;
    void i18next.loadNamespaces(area).then(() => {
      if (isAsking) setLoaded(true);
    });
    return () => {
      isAsking = false;
    };
  }, [area]);
}
