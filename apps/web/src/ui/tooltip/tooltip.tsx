import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import { useTooltipShown } from './use-tooltip-shown.ts';

export interface TooltipProps {
  text: string;
  /** One control. It is described by the text. */
  children: (described: { 'aria-describedby': string }) => ReactNode;
  className?: string | undefined;
}

const edge = 8;

/** A few words that appear above a control when it is pointed at, touched or focused. Nothing needed may hide in it. */
export function Tooltip({ text, children, className }: TooltipProps) {
  const id = useId();
  const anchorRef = useRef<HTMLSpanElement>(null);
  const tooltipRef = useRef<HTMLSpanElement>(null);
  const shown = useTooltipShown(anchorRef);

  // Centred over its control, and moved aside where the viewport ends.
  useLayoutEffect(() => {
    const tooltip = tooltipRef.current;
    if (!shown || tooltip === null) return;
    tooltip.style.setProperty('--shift', '0px');
    const { left, right } = tooltip.getBoundingClientRect();
    const overRight = Math.max(0, right - (document.documentElement.clientWidth - edge));
    tooltip.style.setProperty('--shift', `${Math.max(edge - left, 0) || -overRight}px`);
  }, [shown]);

  return (
    <span className={classNames('tooltip-anchor', className)} ref={anchorRef}>
      {children({ 'aria-describedby': id })}
      <span role="tooltip" id={id} className="tooltip" ref={tooltipRef} data-shown={shown ? '' : undefined}>
        {text}
      </span>
    </span>
  );
}
