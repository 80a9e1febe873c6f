/**
 * English sentences mapped to their translations. Both may have the placeholders `{0}`, `{1}`, … in the same
 * order.
 */
export type Catalogue = Readonly<Record<string, string>>;

/** Translates an English sentence. Sentences that the catalogue doesn't have stay English. */
export type Translate = (sentence: string) => string;

/** The pieces of a sentence between its placeholders, and those of its translation. */
interface Pattern {
  pieces: readonly string[];
  said: readonly string[];
  /** Whether the value in each placeholder is ours to translate, too. */
  isOurs: readonly boolean[];
  literal: number;
}

const PLACEHOLDER = /\{\d+!?\}/g;

/**
 * Names, numbers, and other values in placeholders stay as they are, because people typed them. A placeholder
 * that the translation marks as ours (`{0!}`) holds a day, a role, or a list of fields, and is translated on
 * its own. Of several patterns that match, the one with the most text of its own wins.
 */
export function translatorOf(catalogue: Catalogue): Translate {
  const patterns = Object.entries(catalogue).flatMap(([sentence, said]) => patternOf(sentence, said) ?? []);
  patterns.sort((a, b) => b.literal - a.literal);
  const find = (sentence: string, sayPart: Translate): string | undefined => {
    if (Object.hasOwn(catalogue, sentence)) return catalogue[sentence];
    for (const pattern of patterns) {
      const values = valuesOf(pattern.pieces, sentence);
      if (values) return fill(pattern, values, sayPart);
    }
    return undefined;
  };
  const sayWord: Translate = (word) => (Object.hasOwn(catalogue, word) ? (catalogue[word] ?? word) : word);
  // Values inside values aren't translated, so every text is processed twice at most.
  const sayPart: Translate = (part) =>
    find(part, (inner) => inner) ?? part.split(", ").map(sayWord).join(", ");
  return (sentence) => find(sentence, sayPart) ?? sentence;
}

function patternOf(sentence: string, said: string): Pattern | undefined {
  const pieces = sentence.split(PLACEHOLDER);
  if (pieces.length === 1) return undefined;
  const isOurs = [...said.matchAll(PLACEHOLDER)].map(([name]) => name.endsWith("!}"));
  return { pieces, said: said.split(PLACEHOLDER), isOurs, literal: pieces.join("").length };
}

/** Extracts the values between the pieces, each as short as possible, in one pass from left to right. */
function valuesOf(pieces: readonly string[], sentence: string): string[] | undefined {
  const first = pieces[0] ?? "";
  const last = pieces.at(-1) ?? "";
  if (!sentence.startsWith(first) || !sentence.endsWith(last)) return undefined;
  const end = sentence.length - last.length;
  const values: string[] = [];
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = sentence.indexOf(piece, at);
    if (found === -1) return undefined;
    values.push(sentence.slice(at, found));
    at = found + piece.length;
  }
  if (at > end) return undefined;
  values.push(sentence.slice(at, end));
  return values;
}

function fill({ said, isOurs }: Pattern, values: readonly string[], say: Translate): string {
  const filled = values.map((value, n) => (isOurs[n] ? say(value) : value) + (said[n + 1] ?? ""));
  return (said[0] ?? "") + filled.join("");
}
