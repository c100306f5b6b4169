import { type OrderKind, orderKinds } from '#orders/model/order-draft.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu } from '#ui/menu/dropdown-menu.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

const first: readonly OrderKind[] = ['limit', 'market', 'stop_limit'];
const simplest: readonly OrderKind[] = ['limit', 'market'];
const others = orderKinds.filter((kind) => !first.includes(kind));

/** The tab is narrow; the menu has the whole name. */
const shortNames: Partial<Record<OrderKind, 'trade.trailingShort'>> = {
  trailing_stop: 'trade.trailingShort',
};

interface KindTabsProps {
  kind: OrderKind;
  onKind(kind: OrderKind): void;
  /** Only the two kinds that everybody knows. */
  simple?: boolean;
}

/** The three kinds that most orders are, side by side, and the rest behind a menu that names the chosen one. */
export function KindTabs({ kind, onKind, simple = false }: KindTabsProps) {
  const { t } = useTranslation();
  const other = others.includes(kind);
  return (
    <fieldset className="flex min-w-0 items-stretch gap-3 border-b hairline">
      <legend className="sr-only">{t('trade.fields.kind')}</legend>
      {(simple ? simplest : first).map((each) => (
        <button
          key={each}
          type="button"
          className="tab"
          aria-pressed={kind === each}
          onClick={() => onKind(each)}
        >
          {t(`trade.kinds.${each}`)}
        </button>
      ))}
      {!simple && (
        <DropdownMenu
          label={t('trade.moreKinds')}
          className={classNames('tab ml-auto min-w-0 shrink', other && 'tab-chosen')}
          entries={others.map((each) => ({
            kind: 'choice',
            label: t(`trade.kinds.${each}`),
            checked: kind === each,
            onSelect: () => onKind(each),
          }))}
        >
          {/* The menu's own name says the same, so it is not read twice. */}
          <span className="truncate" aria-hidden={!other}>
            {other ? t(shortNames[kind] ?? `trade.kinds.${kind}`) : t('trade.more')}
          </span>
          <Icon name="chevron-down" size={14} className="shrink-0" />
        </DropdownMenu>
      )}
    </fieldset>
  );
}
