import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { SETTINGS } from "./config.ts";
import { instanceSettings } from "./slices.ts";

/** The page `docs/operations/configuration.md`, generated from the settings. */
export function configurationDocs(): string {
  const ofProcess = Object.entries(SETTINGS).map(([name, setting]) => row(name, setting));
  const ofInstance = instanceSettings.map((setting) => row(setting.variable, setting));
  return [
    "# Configuration",
    "",
    "Every setting has a default that works. Change it in the environment or in a file named `.env` next to",
    "`package.json`. A start with wrong settings lists all of them at once. This page is generated from",
    "`src/node/config.ts` and the slices’ `settings.ts`: run `npx vitest run --project unit src/node/config.test.ts -u`.",
    "",
    ...HEAD,
    ...ofProcess,
    "",
    "## What the founder can also set",
    "",
    `These are fields at \`${STAFF_PATHS.settings}\`, where a change reaches every node at once. What the environment says comes`,
    "first: the field then shows it, and can't be changed there.",
    "",
    ...HEAD,
    ...ofInstance,
    "",
  ].join("\n");
}

const HEAD = ["| setting | default | what it does |", "| --- | --- | --- |"];

function row(name: string, setting: { default: string; about: string }): string {
  return `| \`${name}\` | ${setting.default ? `\`${setting.default}\`` : "(empty)"} | ${setting.about} |`;
}
