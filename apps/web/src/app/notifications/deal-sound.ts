/** Two short tones: rising for a purchase, falling for a sale. */
const tones = { buy: [660, 880], sell: [880, 660] } as const;
const toneSeconds = 0.09;
const loudness = 0.08;

let context: AudioContext | undefined;

/** A browser plays nothing before its owner has touched the page, and complains when it is asked to. */
function openContext(): AudioContext | undefined {
  if (typeof AudioContext !== 'function' || navigator.userActivation?.hasBeenActive !== true)
    return undefined;
  context ??= new AudioContext();
  return context;
}

function play(audio: AudioContext, frequency: number, at: number): void {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.frequency.value = frequency;
  // A tone that begins or ends at its full height clicks.
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.01);
  gain.gain.linearRampToValueAtTime(0, at + toneSeconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + toneSeconds);
}

/** Plays a short tone for a deal, heard also while the page is not looked at. */
export function playDealSound(side: keyof typeof tones): void {
  const audio = openContext();
  if (audio === undefined) return;
  void audio.resume();
  const [first, second] = tones[side];
  play(audio, first, audio.currentTime);
  play(audio, second, audio.currentTime + toneSeconds);
}
