import { SETTINGS } from "./config.ts";

/** The page `docs/operations/configuration.md`, made from the settings themselves. */
export function configurationPage(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, setting]) =>
      `| \`${name}\` | ${setting.default ? `\`${setting.default}\`` : "(empty)"} | ${setting.about} |`,
  );
  return [
    "# Configuration",
    "",
    "Every setting has a default that works. Set others in the environment or in a file `.env` beside `package.json`;",
    "all wrong ones are reported together at the start. This page is made from `src/node/config.ts`",
    "(`npx vitest run --project unit src/node/config.test.ts -u` writes it).",
    "",
    "| setting | default | what it does |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
