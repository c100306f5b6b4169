import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PanelInTurn } from './panel-in-turn.tsx';

const drawn: string[] = [];
const Panel = ({ name }: { name: string }) => {
  drawn.push(name);
  return <p>{name}</p>;
};

it('draws the user’s own orders before what takes long, each panel by itself', async () => {
  render(
    (['chart', 'book', 'orders', 'form'] as const).map((name) => (
      <PanelInTurn key={name} panel={name}>
        <Panel name={name} />
      </PanelInTurn>
    )),
  );
  expect(drawn).toEqual([]);
  await screen.findByText('book');
  expect(drawn).toEqual(['orders', 'form', 'chart', 'book']);
});
