import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';

/** What a control of the page does that has nothing else to do: it says that it was pressed. */
export function usePressed(): (name: string) => () => void {
  const { t } = useTranslation();
  return (name) => () => void showToast({ type: 'info', title: t('kit.pressed', { name }), duration: 4_000 });
}
