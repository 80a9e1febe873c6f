export const MUTANTS = [
  [
    "what’s over is still right now",
    "store.ts",
    "select 'all' as of, minutes, '' as key, ${sums} from spans\n        join events on at > ${now}::timestamptz - make_interval(mins => minutes)",
    "select 'all' as of, minutes, '' as key, ${sums} from spans\n        join events on at > ${now}::timestamptz - make_interval(mins => 60)",
    ["routes.test.ts"],
  ],
];
