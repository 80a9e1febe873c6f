/* What blocks say as a part of the instance's own e-mail, whose layout is the instance's. */
import type { Platform } from "#src/platform/context.ts";
import { countdownKey, urlOfCountdown } from "./blocks/blocks.ts";
import type { Block } from "./blocks/blocks-contract.ts";
import { countdownOf } from "./blocks/countdown-rules.ts";
import { renderer } from "./render/render.ts";
import { DEFAULT_THEME } from "./rules.ts";

export interface Body {
  html: string;
  text: string;
}

/** Sanitized, and the same as plain text. Throws `ContentError` for what takes too long. */
export function renderBody(
  platform: Platform,
  { account, blocks, accent }: { account: string; blocks: readonly Block[]; accent: string },
): Promise<Body> {
  const theme = { ...DEFAULT_THEME, accent };
  const countdowns = blocks.flatMap((block) => (block.type === "countdown" ? countdownOf(block, theme) : []));
  const countdownUrls = new Map(countdowns.map((one) => [countdownKey(one), urlOfCountdown(platform, one)]));
  const facts = { publicUrl: platform.instance.publicUrl, pages: new Map(), countdownUrls };
  return renderer.run(account, "body", { blocks, theme, facts });
}
