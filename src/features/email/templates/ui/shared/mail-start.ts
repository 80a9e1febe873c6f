import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { DEFAULT_THEME } from "#src/features/email/templates/rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { themeFromPage } from "../page-theme.ts";

/** An e-mail to write into right away. */
export const START_BLOCKS: Block[] = [
  { id: "start", type: "text", html: "", align: "left" },
  { id: "footer", type: "footer", note: "" },
];

/** What a new e-mail says, in a page's colors. */
export function mailStart(profile: Profile | undefined) {
  return { blocks: START_BLOCKS, theme: profile ? themeFromPage(profile) : DEFAULT_THEME };
}
