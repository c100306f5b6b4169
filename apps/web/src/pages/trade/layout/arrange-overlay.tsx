import { type PointerEvent, useRef } from 'react';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu, type MenuEntry } from '#ui/menu/dropdown-menu.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type DeskLayout, type PanelName, panelNames } from './desk-layout.ts';
import { changeLayout } from './layout-store.ts';
import { type Drop, dropPanel, type Edge, movePanel, ways } from './move-panel.ts';

/** The edge of a box that a point within it is nearest to, measured in shares of the box: wide ones have wide sides. */
function edgeAt(
  { left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  { x, y }: { x: number; y: number },
): Edge {
  const across = width === 0 ? 0.5 : (x - left) / width;
  const down = height === 0 ? 0.5 : (y - top) / height;
  const distances: readonly (readonly [Edge, number])[] = [
    ['left', across],
    ['right', 1 - across],
    ['above', down],
    ['below', 1 - down],
  ];
  return distances.reduce((nearest, one) => (one[1] < nearest[1] ? one : nearest))[0];
}

interface ArrangeOverlayProps {
  panel: PanelName;
  name: string;
  layout: DeskLayout;
}

const icons = { left: 'arrow-left', right: 'arrow-right', up: 'arrow-up', down: 'arrow-down' } as const;
const ofPanel = '.desk-placed[id^="desk-"]';

/** Where a panel that is let go here would land. */
function dropAt(panel: PanelName, { clientX, clientY }: PointerEvent): { drop: Drop; onto: Element } | null {
  const onto = document.elementFromPoint(clientX, clientY)?.closest(ofPanel);
  const target = panelNames.find((one) => onto?.id === `desk-${one}`);
  if (onto === null || onto === undefined || target === undefined || target === panel) return null;
  return { onto, drop: { target, edge: edgeAt(onto.getBoundingClientRect(), { x: clientX, y: clientY }) } };
}

/** Marks where the panel would land, past React: a pointer moves faster than a desk should be drawn. */
function mark(found: ReturnType<typeof dropAt>): void {
  for (const marked of document.querySelectorAll('[data-drop]')) marked.removeAttribute('data-drop');
  found?.onto.querySelector('.arrange-overlay')?.setAttribute('data-drop', found.drop.edge);
}

/** Lies over a panel while the desk is arranged: its name is the handle to drag it by, and a menu moves it step by step. */
export function ArrangeOverlay({ panel, name, layout }: ArrangeOverlayProps) {
  const { t } = useTranslation();
  const dragging = useRef(false);
  const entries = ways.flatMap((way): MenuEntry[] =>
    movePanel(layout, panel, way) === null
      ? []
      : [
          {
            kind: 'action',
            label: t(`trade.layout.${way}`),
            icon: icons[way],
            onSelect: () => changeLayout((now) => movePanel(now, panel, way)),
          },
        ],
  );
  const end = (event: PointerEvent): void => {
    if (!dragging.current) return;
    dragging.current = false;
    const found = event.type === 'pointerup' ? dropAt(panel, event) : null;
    mark(null);
    if (found !== null) changeLayout((now) => dropPanel(now, panel, found.drop));
  };
  return (
    <div className="arrange-overlay">
      <div
        className="arrange-handle"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          dragging.current = true;
        }}
        onPointerMove={(event) => dragging.current && mark(dropAt(panel, event))}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <Icon name="layout-grid" size={18} />
        <span className="truncate">{name}</span>
      </div>
      <DropdownMenu label={t('trade.layout.move', { panel: name })} entries={entries} align="start">
        <Icon name="arrow-left-right" size={16} />
        <span aria-hidden="true">{t('trade.layout.moveShort')}</span>
      </DropdownMenu>
    </div>
  );
}
