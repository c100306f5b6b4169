import { EmptyState } from '@emporion/web/ui/state/empty-state.tsx';
import { Link } from 'react-router';

export function NotFound() {
  return (
    <EmptyState
      icon="circle-help"
      text="There is no such page, or your role does not open it."
      action={
        <Link to="/" className="text-accent underline">
          Go to the first page
        </Link>
      }
    />
  );
}
