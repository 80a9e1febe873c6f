export const MUTANTS = [
  [
    "the palette finds only what's in the navigation",
    "shell/palette-actions.tsx",
    "...detailScreens(me), ",
    "",
    ["shell/palette-search.test.ts"],
  ],
];
