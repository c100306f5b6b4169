// @vitest-environment node
import { expect, it, vi } from 'vitest';
import type { RenderInput } from '../renderer/render-input.ts';
import type { Scene } from '../renderer/scene.ts';
import { paintAlerts } from './paint-alerts.ts';

it('draws the alerts whose price is in view, and their words left of the axis', () => {
  const fillText = vi.fn();
  const context = new Proxy({ fillText, measureText: () => ({ width: 100 }) } as Record<string, unknown>, {
    get: (target, name: string) => target[name] ?? (() => undefined),
  });
  const scene = {
    ratio: 1,
    plotWidth: 600,
    plotBottom: 400,
    price: { top: 0, bottom: 300 },
    scale: { y: (price: number) => 300 - price },
  } as unknown as Scene;
  const alerts = [
    { price: '100', title: 'Alert at 100' },
    { price: '900', title: 'Alert at 900' },
  ];
  const input = { alerts, style: {} } as unknown as RenderInput;
  paintAlerts(context as unknown as CanvasRenderingContext2D, scene, input);
  expect(fillText.mock.calls).toEqual([['Alert at 100', 492, 195]]);
});
