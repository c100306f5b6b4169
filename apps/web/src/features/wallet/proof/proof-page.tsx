import { Placeholder } from '../components/placeholder.tsx';

export function ProofPage() {
  return <Placeholder />;
}
