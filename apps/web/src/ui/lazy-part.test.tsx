import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode, useSyncExternalStore } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

afterEach(cleanup);

const Greeting = ({ name }: { name: string }) => <p>{`Hello ${name}`}</p>;

it('shows the fallback until its code is here, and none where it is here already', async () => {
  const { Part, load } = lazyPart(async () => Greeting, <p>Wait</p>);
  const first = render(<Part name="Ada" />);
  expect(screen.getByText('Wait')).toBeTruthy();
  expect(await screen.findByText('Hello Ada')).toBeTruthy();
  first.unmount();
  await load();
  render(<Part name="Bob" />);
  expect(screen.getByText('Hello Bob')).toBeTruthy();
});

const listeners = new Set<() => void>();
let told = 0;
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const Live = () => <p>{useSyncExternalStore(subscribe, () => told)}</p>;

/** Rows that take their time, and between which React may turn to what is more urgent. */
const Row = () => {
  const end = performance.now() + 6;
  while (performance.now() < end);
  return null;
};
const rows = Array.from({ length: 10 }, (_, row) => `row ${row}`);
const Slow = () => (
  <>
    {rows.map((row) => (
      <Row key={row} />
    ))}
    <p>Here</p>
  </>
);

it('is drawn with the next update, however often live data is told meanwhile', async () => {
  const { Part } = lazyPart(async () => Slow, <p>Wait</p>);
  render(
    <>
      <Live />
      <Part />
    </>,
  );
  // In every turn of the loop, which React's own work is done in: how many there are depends on no clock.
  while (screen.queryByText('Here') === null) {
    told += 1;
    expect(told).toBeLessThan(20);
    for (const listener of [...listeners]) listener();
    await new Promise((turn) => setImmediate(turn));
  }
});

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? <p>Failed</p> : this.props.children;
  }
}

it('tells a failure to the boundary around it, and tries again for the next one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  const fetchPart = async () => {
    if (broken) throw new Error('no network');
    return Greeting;
  };
  const { Part } = lazyPart(fetchPart, <p>Wait</p>);
  const page = () => (
    <Boundary>
      <Part name="Ada" />
    </Boundary>
  );
  const first = render(page());
  expect(await screen.findByText('Failed')).toBeTruthy();
  first.unmount();
  broken = false;
  await act(async () => render(page()));
  expect(await screen.findByText('Hello Ada')).toBeTruthy();
});
