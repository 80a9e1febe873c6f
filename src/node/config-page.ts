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
    "Every setting has a default that works. Change it in the environment or in a file named `.env` next to",
    "`package.json`. A start with wrong settings lists all of them at once. This page is generated from",
    "`src/node/config.ts`: run `npx vitest run --project unit src/node/config.test.ts -u`.",
    "",
    "| setting | default | what it does |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
