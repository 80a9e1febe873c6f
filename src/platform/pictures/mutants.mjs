export const MUTANTS = [
  [
    "a picture is read for everyone who asks",
    "image-cache.ts",
    "this.#kept.get(key) ?? this.#begin(key, make)",
    "this.#begin(key, make)",
    ["image-cache.test.ts"],
  ],
  [
    "pictures are kept without end",
    "image-cache.ts",
    "this.#bytes <= this.#bytesMax",
    "true",
    ["image-cache.test.ts"],
  ],
];
