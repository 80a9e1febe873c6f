export const MUTANTS = [
  [
    "an open transaction waits for another host's name",
    "safe-fetch.ts",
    "requireNetworkAllowed();\n",
    "\n",
    ["src/platform/db/transaction-guard.test.ts"],
  ],
];
