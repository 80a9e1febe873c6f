import { setTimeout as wait } from "node:timers/promises";
import type { Platform } from "#src/platform/context.ts";
import { SLOW_RENDER_MS, SLOW_RENDERS_MAX } from "./rules.ts";
import { autoPause } from "./transitions.ts";

interface Writing {
  ctx: Platform;
  /** How many e-mails in a row took long to write, by campaign. */
  slow: Map<string, number>;
}

/** Nobody else is served while an e-mail is written: one that takes long leaves as much time to others. */
export async function throttleRendering(
  { ctx, slow }: Writing,
  { id, user_id }: { id: string; user_id: string },
  ms: number,
): Promise<void> {
  if (ms <= SLOW_RENDER_MS) return void slow.delete(id);
  slow.set(id, (slow.get(id) ?? 0) + 1);
  await wait(ms);
  if (slow.get(id) === SLOW_RENDERS_MAX)
    await autoPause(ctx, { user_id, id }, "It takes too long to write. Use fewer loops and conditions.");
}
