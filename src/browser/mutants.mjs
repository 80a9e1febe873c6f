export const MUTANTS = [
  [
    "the palette finds only what's in the navigation",
    "shell/screen-lists.ts",
    "...details, ",
    "",
    ["shell/palette-search.test.ts"],
  ],
  [
    "a group with nothing in it is shown",
    "shell/navigation.ts",
    ".filter(({ items }) => items.length > 0)",
    "",
    ["shell/navigation.test.ts"],
  ],
  [
    "a screen that another one leads to marks none in the navigation",
    "shell/navigation.ts",
    "? entryOf(parent, screens) : path",
    "? undefined : path",
    ["shell/navigation.test.ts"],
  ],
];
