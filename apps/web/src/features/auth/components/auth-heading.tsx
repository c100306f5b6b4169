import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from '#ui/icon/icon.tsx';

interface AuthHeadingProps {
  title: string;
  lead?: ReactNode;
  icon?: IconName;
  /** What is shown took the place of something else on the same page: the screen reader starts here. */
  focused?: boolean;
}

export function AuthHeading({ title, lead, icon, focused = false }: AuthHeadingProps) {
  const titleRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) titleRef.current?.focus();
  }, [focused]);
  return (
    <div className="flex flex-col gap-2">
      {icon !== undefined && <Icon name={icon} size={32} className="text-accent" />}
      <h1 ref={titleRef} tabIndex={-1} className="text-xl font-bold outline-none">
        {title}
      </h1>
      {lead !== undefined && <p className="text-base text-pretty text-muted">{lead}</p>}
    </div>
  );
}
