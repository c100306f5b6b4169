import { Placeholder } from '../components/placeholder.tsx';

export function TransferPage() {
  return <Placeholder />;
}
