import { Placeholder } from '../components/placeholder.tsx';

export function BalancesPage() {
  return <Placeholder />;
}
