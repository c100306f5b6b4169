import { Icon } from '#ui/icon/icon.tsx';
import { useIsWide } from '#ui/layout/use-width.ts';
import { DropdownMenu, type MenuEntry } from '#ui/menu/dropdown-menu.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { isFirstLayout, isTapeApart } from './layout/desk-layout.ts';
import { changeLayout, resetLayout, useDeskLayout } from './layout/layout-store.ts';
import type { TradingInterface } from './use-trading-interface.ts';

interface DeskMenuProps {
  shown: TradingInterface;
  onShow(next: TradingInterface): void;
  onArrange(): void;
  onHelp(): void;
}

/** What moves panels is fetched with the first move: most people never move one. */
async function showTapeApart(apart: boolean): Promise<void> {
  const { setTapeApart } = await import('./layout/move-panel.ts');
  changeLayout((now) => setTapeApart(now, apart));
}

/** Which interface, where its panels stand, and the keys. */
export function DeskMenu({ shown, onShow, onArrange, onHelp }: DeskMenuProps) {
  const { t } = useTranslation();
  const layout = useDeskLayout();
  const isWide = useIsWide();
  const apart = isTapeApart(layout);
  const entries: MenuEntry[] = (['basic', 'advanced'] as const).map((value) => ({
    kind: 'choice',
    label: t(`trade.layout.${value}`),
    checked: value === shown,
    onSelect: () => onShow(value),
  }));
  if (shown === 'advanced' && isWide) {
    entries.push(
      { kind: 'separator', id: 'layout' },
      { kind: 'action', label: t('trade.layout.arrange'), icon: 'layout-grid', onSelect: onArrange },
      {
        kind: 'choice',
        label: t('trade.layout.tapeApart'),
        checked: apart,
        onSelect: () => void showTapeApart(!apart),
      },
    );
  }
  if (shown === 'advanced' && !isFirstLayout(layout)) {
    entries.push({
      kind: 'action',
      label: t('trade.layout.reset'),
      icon: 'refresh-cw',
      onSelect: resetLayout,
    });
  }
  entries.push(
    { kind: 'separator', id: 'keys' },
    { kind: 'action', label: t('trade.keys.title'), icon: 'circle-help', onSelect: onHelp },
  );
  return (
    <DropdownMenu label={t('trade.layout.title')} className="icon-button" entries={entries}>
      <Icon name="layout-grid" size={18} />
    </DropdownMenu>
  );
}
