import { type ReactNode, useId } from 'react';
import { classNames } from '#ui/class-names.ts';

export interface TooltipProps {
  text: string;
  /** One control. It is described by the text. */
  children: (described: { 'aria-describedby': string }) => ReactNode;
  className?: string | undefined;
}

/** A few words that appear above a control when it is pointed at or focused. Nothing needed may hide in it. */
export function Tooltip({ text, children, className }: TooltipProps) {
  const id = useId();
  return (
    <span className={classNames('tooltip-anchor', className)}>
      {children({ 'aria-describedby': id })}
      <span role="tooltip" id={id} className="tooltip">
        {text}
      </span>
    </span>
  );
}
