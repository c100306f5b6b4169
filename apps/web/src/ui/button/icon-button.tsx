import type { ComponentProps, KeyboardEvent } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import type { IconName } from '#ui/icon/icon-names.ts';
import { ignoreHeldPress } from './held-key.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: IconName;
  /** What the button does, said by assistive technology and shown as its title. */
  label: string;
  iconSize?: number | undefined;
}

export function IconButton({
  icon,
  label,
  iconSize = 18,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const keyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    ignoreHeldPress(event);
    rest.onKeyDown?.(event);
  };
  return (
    <button
      title={label}
      {...rest}
      type={type}
      className={classNames('icon-button', className)}
      aria-label={label}
      onKeyDown={keyDown}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  );
}
