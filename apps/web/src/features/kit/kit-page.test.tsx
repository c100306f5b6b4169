import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { KitPage } from './kit-page.tsx';
import { kitSections } from './kit-section.tsx';

beforeAll(speakEnglish);
afterEach(cleanup);

describe('the kit page', () => {
  it('shows every section, each with an anchor, and no key without words', () => {
    const { container } = render(
      <MemoryRouter>
        <KitPage />
      </MemoryRouter>,
    );
    for (const name of kitSections) expect(container.querySelector(`#${name} h2`), name).not.toBeNull();
    expect(screen.getByRole('navigation', { name: 'On this page' }).children).toHaveLength(
      kitSections.length,
    );
    expect(container.textContent).not.toMatch(/\b(kit|common)\.[a-z]/i);
  });
});
