import { Placeholder } from '../components/placeholder.tsx';

export function CodesPage() {
  return <Placeholder />;
}
