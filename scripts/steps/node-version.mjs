// This file must parse on a Node that is far too old, so that its owner reads a sentence and not a syntax error.

const oldest = [20, 19];

export function requireNodeVersion() {
  const parts = process.versions.node.split('.').map(Number);
  if (parts[0] > oldest[0] || (parts[0] === oldest[0] && parts[1] >= oldest[1])) return;
  console.error(
    'Emporion needs Node ' +
      oldest.join('.') +
      ' or newer, and this is ' +
      process.versions.node +
      ': install a newer Node and try again.',
  );
  process.exit(1);
}
