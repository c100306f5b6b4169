import { HistoryList } from './history-list.tsx';
import { SessionList } from './session-list.tsx';

export function DevicesSection() {
  return (
    <>
      <SessionList />
      <HistoryList />
    </>
  );
}
