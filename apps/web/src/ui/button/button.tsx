import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#ui/class-names.ts';
import { Spinner } from '#ui/state/spinner.tsx';
import { ignoreHeldPress } from './held-key.ts';

export const buttonColors = ['green', 'black', 'yellow', 'orange', 'blue', 'lightblue', 'red'] as const;
export const buttonSizes = ['big', 'default', 'small'] as const;
export const buttonVariants = ['default', 'flat'] as const;
export type ButtonColor = (typeof buttonColors)[number];
export type ButtonSize = (typeof buttonSizes)[number];
export type ButtonVariant = (typeof buttonVariants)[number];

interface ButtonLook {
  color?: ButtonColor | undefined;
  size?: ButtonSize | undefined;
  variant?: ButtonVariant | undefined;
  /** Takes the whole width of what holds it. */
  wide?: boolean | undefined;
  children: ReactNode;
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'color' | 'children'> {
  /** The action is under way: the label gives way to a spinner, the size stays, further presses do nothing. */
  loading?: boolean | undefined;
}

export interface LinkButtonProps
  extends ButtonLook,
    Omit<ComponentProps<typeof Link>, 'color' | 'children'> {}

function lookOf({
  color = 'blue',
  size = 'default',
  variant = 'default',
  wide = false,
}: Partial<ButtonLook>) {
  return {
    'data-color': color,
    'data-size': size,
    'data-variant': variant,
    'data-wide': wide ? '' : undefined,
  };
}

/** A button of the palette. It is `type="button"` unless told otherwise, so that it never submits by accident. */
export function Button(props: ButtonProps) {
  const {
    color,
    size,
    variant,
    wide,
    loading = false,
    type = 'button',
    className,
    children,
    ...rest
  } = props;
  // A disabled element loses the focus, so a loading button only ignores presses.
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (loading) event.preventDefault();
    else rest.onClick?.(event);
  };
  const keyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    ignoreHeldPress(event);
    rest.onKeyDown?.(event);
  };
  return (
    <button
      {...rest}
      {...lookOf({ color, size, variant, wide })}
      type={type}
      className={classNames('button', className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={press}
      onKeyDown={keyDown}
    >
      <span className="button-label">{children}</span>
      {loading && <Spinner size={18} className="button-spinner" />}
    </button>
  );
}

/** A link of the application that looks like a button. */
export function LinkButton({ color, size, variant, wide, className, children, ...rest }: LinkButtonProps) {
  const keyDown = (event: KeyboardEvent<HTMLAnchorElement>): void => {
    ignoreHeldPress(event);
    rest.onKeyDown?.(event);
  };
  return (
    <Link
      {...rest}
      {...lookOf({ color, size, variant, wide })}
      className={classNames('button', className)}
      onKeyDown={keyDown}
    >
      <span className="button-label">{children}</span>
    </Link>
  );
}
