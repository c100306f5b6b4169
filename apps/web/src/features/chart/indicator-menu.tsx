import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { usePopup } from '#ui/popup/use-popup.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type ChartSettings, type IndicatorName, indicatorNames, periods } from './chart-settings.ts';

const periodTexts: Readonly<Record<IndicatorName, string>> = {
  volume: '',
  average: periods.average.join(', '),
  bollinger: `${periods.bollinger.period}, ${periods.bollinger.deviations}`,
  rsi: String(periods.rsi),
  macd: Object.values(periods.macd).join(', '),
};

export interface IndicatorMenuProps {
  readonly settings: ChartSettings;
  readonly onChange: (part: Partial<ChartSettings>) => void;
}

function Choices({ settings, onChange }: IndicatorMenuProps) {
  const { t } = useTranslation();
  const { indicators, logScale } = settings;
  return (
    <>
      {indicatorNames.map((name) => (
        <Checkbox
          key={name}
          label={t(`market.chart.${name}`, { periods: periodTexts[name] })}
          value={indicators.includes(name)}
          onValueChange={(on) =>
            onChange({
              indicators: indicatorNames.filter((one) => (one === name ? on : indicators.includes(one))),
            })
          }
        />
      ))}
      <hr className="popup-separator" />
      <Checkbox
        label={t('market.chart.logScale')}
        value={logScale}
        onValueChange={(on) => onChange({ logScale: on })}
      />
    </>
  );
}

/** Which indicators are drawn. It stays open while several are chosen. */
export function IndicatorMenu({ settings, onChange }: IndicatorMenuProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const popupRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = useCallback(() => setOpen(false), []);
  usePopup({ open, close, anchorRef: buttonRef, popupRef, align: 'end' });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    if (event.key === 'Tab' && event.target !== buttonRef.current) return;
    close();
    buttonRef.current?.focus();
  };
  return (
    <>
      <button
        type="button"
        ref={buttonRef}
        className="menu-button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {/* Long words of some languages would make a second line of the bar. */}
        <span className="@max-[28rem]:sr-only">{t('market.chart.indicators')}</span>
        <Icon name="trending-up" size={18} className="@min-[28rem]:hidden" />
        <Icon name="chevron-down" size={14} />
      </button>
      {open &&
        createPortal(
          // Beside the page and not within it, so it says by its role that it is a place of its own.
          <div
            ref={popupRef}
            id={id}
            role="dialog"
            aria-label={t('market.chart.indicators')}
            className="popup flex flex-col gap-1 px-3 py-2"
            onKeyDown={onKeyDown}
          >
            <Choices settings={settings} onChange={onChange} />
          </div>,
          document.body,
        )}
    </>
  );
}
