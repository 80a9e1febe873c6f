/** Randomness that's the same for the same seed, so that two demos of one day look alike. */
export interface Random {
  /** From 0 to 1, exclusive. */
  next(): number;
  fill(bytes: Uint8Array): void;
}

/** Mulberry32: 32 bits of state, fast, and good enough for made-up visitors. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const integer = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    next: () => integer() / 2 ** 32,
    fill(bytes) {
      for (let index = 0; index < bytes.length; index++) bytes[index] = integer() & 0xff;
    },
  };
}

/** A picker for weighted items, prepared once for many picks. */
export function weighted<Thing>(entries: readonly (readonly [Thing, number])[]): (chance: Random) => Thing {
  const things = entries.map(([thing]) => thing);
  let total = 0;
  const ends = entries.map(([, weight]) => {
    total += weight;
    return total;
  });
  const [first] = things;
  if (first === undefined) throw new Error("There is nothing to pick from.");
  return (chance) => {
    const at = chance.next() * total;
    return things[ends.findIndex((end) => at < end)] ?? first;
  };
}
