import { useQuery } from '@tanstack/react-query';
import { coinsQuery } from './choices.tsx';

/** What people call a network, by its code. */
export function useNetworkNames(): (code: string) => string {
  const { data } = useQuery(coinsQuery);
  const definitions = data?.commons.blockchain_definitions ?? {};
  return (code) => (code === 'bank' ? 'Bank transfer' : (definitions[code]?.name ?? code));
}

export function NetworkName({ code }: { code: string }) {
  return useNetworkNames()(code);
}
