import { Placeholder } from '../components/placeholder.tsx';

export function AddressesPage() {
  return <Placeholder />;
}
