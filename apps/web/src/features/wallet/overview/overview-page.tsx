import { Placeholder } from '../components/placeholder.tsx';

export function OverviewPage() {
  return <Placeholder />;
}
