import type { SelectOption } from './select-options.tsx';

/** Small letters without their marks: who types "cote" finds Côte d’Ivoire. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** How well a text fits what is searched for: 0 begins with it, 1 has a word that does, 2 has it inside, 3 not at all. */
function fitOf(text: string, wanted: string): number {
  const folded = fold(text);
  const place = folded.indexOf(wanted);
  if (place <= 0) return place === 0 ? 0 : 3;
  const beginsWord = folded.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted));
  return beginsWord || folded.includes(` ${wanted}`) ? 1 : 2;
}

function namesOf({ html, otherNames = [] }: SelectOption): string[] {
  return [html, ...(typeof otherNames === 'function' ? otherNames() : otherNames)];
}

/** The options that a person may mean, the likeliest first: by their name, or by the other names that they have. */
export function findOptions(options: readonly SelectOption[], typed: string): readonly SelectOption[] {
  const wanted = fold(typed).trim();
  if (wanted === '') return options;
  const fits = options.map((option) => ({
    option,
    fit: Math.min(...namesOf(option).map((name) => fitOf(name, wanted))),
  }));
  return fits
    .filter(({ fit }) => fit < 3)
    .sort((one, other) => one.fit - other.fit)
    .map(({ option }) => option);
}
