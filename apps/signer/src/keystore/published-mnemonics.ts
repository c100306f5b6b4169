/** Mnemonics of 24 words that stand in standards and tests. Each has thieves who wait for money on it. */
const published: ReadonlySet<string> = new Set([
  'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold',
  'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length',
  'panda eyebrow bullet gorilla call smoke muffin taste mesh discover soft ostrich alcohol speed nation flash devote level hobby quick inner drive ghost inside',
  'all hour make first leader extend hole alien behind guard gospel lava path output census museum junior mass reopen famous sing advance salt reform',
  'beyond stage sleep clip because twist token leaf atom beauty genius food business side grid unable middle armed observe pair crouch tonight away coconut',
]);

/** 24 words drawn at random repeat one or two; those that were typed for a test repeat many. */
const distinctWordsMin = 16;

export function isPublished(mnemonic: string): boolean {
  return published.has(mnemonic) || new Set(mnemonic.split(' ')).size < distinctWordsMin;
}
