import { classNames } from '#ui/class-names.ts';

export interface SpinnerProps {
  size?: number | undefined;
  className?: string | undefined;
  /** Said by assistive technology. Leave it out where the thing around already says that it is busy. */
  label?: string | undefined;
}

const ringProps = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 3 } as const;

/** A turning ring in the colour of the text around it. */
export function Spinner({ size = 20, className, label }: SpinnerProps) {
  const ring = (
    <svg
      {...ringProps}
      width={size}
      height={size}
      className="spinner-ring"
      aria-hidden="true"
      focusable={false}
    >
      <circle cx="12" cy="12" r="9.5" opacity="0.25" />
      <path d="M21.5 12A9.5 9.5 0 0 0 12 2.5" strokeLinecap="round" />
    </svg>
  );
  if (label === undefined) return <span className={classNames('spinner', className)}>{ring}</span>;
  return (
    <span className={classNames('spinner', className)} role="status" aria-label={label}>
      {ring}
    </span>
  );
}
