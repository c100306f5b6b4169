import type { tradingInterfaces } from '@emporion/contracts/rest';

type TradingInterface = (typeof tradingInterfaces)[number];

interface Block {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const pictures: Readonly<Record<TradingInterface, readonly Block[]>> = {
  basic: [
    { x: 2, y: 2, width: 56, height: 34 },
    { x: 2, y: 38, width: 56, height: 14 },
    { x: 60, y: 2, width: 22, height: 50 },
  ],
  advanced: [
    { x: 2, y: 2, width: 42, height: 34 },
    { x: 2, y: 38, width: 42, height: 14 },
    { x: 46, y: 2, width: 17, height: 50 },
    { x: 65, y: 2, width: 17, height: 50 },
  ],
};

/** The panels of an interface, as small as a stamp. */
export function InterfacePicture({ value }: { value: TradingInterface }) {
  return (
    <svg viewBox="0 0 84 54" width="84" height="54" aria-hidden="true" className="shrink-0 rounded-sm bg-bg">
      {pictures[value].map((block) => (
        <rect key={`${block.x} ${block.y}`} {...block} rx="1.5" className="fill-surface" />
      ))}
      <path
        d={value === 'basic' ? 'M6 28 16 20 26 25 38 12 52 16' : 'M6 28 14 20 22 25 32 12 40 16'}
        className="fill-none stroke-accent"
        strokeWidth="1.5"
      />
      <rect
        x={value === 'basic' ? 64 : 68}
        y="42"
        width={value === 'basic' ? 14 : 11}
        height="5"
        rx="1"
        className="fill-buy"
      />
      {value === 'advanced' &&
        [8, 13, 18, 23].map((y) => <rect key={y} x="49" y={y} width="11" height="2" className="fill-sell" />)}
      {value === 'advanced' &&
        [31, 36, 41, 46].map((y) => <rect key={y} x="49" y={y} width="11" height="2" className="fill-buy" />)}
    </svg>
  );
}
