import { lazyPart } from '#ui/lazy-part.tsx';
import { PanelSkeleton } from '#ui/surface/panel-skeleton.tsx';

/** The panel of recent trades, loaded when its tab is opened first. */
export const { Part: LazyTapePanel } = lazyPart(
  async () => (await import('./tape-panel.tsx')).TapePanel,
  <PanelSkeleton />,
);
