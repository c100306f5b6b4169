/** Letters that are drawn alike, in small or as capitals: each line's letters are taken for its first. */
const lookalikes = [
  'aаαɑ',
  'bвβьɓ',
  'cсϲς',
  'dԁɗ',
  'e3еεєҽ',
  'fғƒ',
  'gɡց',
  'hнһհ',
  'jјյ',
  'kкκқ',
  'li1іıιɩӏ',
  'mмϻ',
  'nηпո',
  'o0оοσօө',
  'pрρ',
  'qԛգ',
  'rгɾ',
  's5ѕʂ',
  'tтτ',
  'uυսʋ',
  'vνѵ',
  'wωԝшա',
  'xхχ',
  'yуγүʏ',
  'zζʐ',
];

const drawnAs = new Map(
  lookalikes.flatMap((line) => {
    const [first = '', ...others] = line;
    return others.map((other) => [other, first] as const);
  }),
);

/**
 * What user names are compared by: two names that a reader could take for one another have the same. It is no name
 * itself. Width, accents, case and separators make no difference, nor do letters of another alphabet that look alike.
 */
export function usernameSkeleton(username: string): string {
  const letters = username
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return Array.from(letters, (letter) => drawnAs.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
