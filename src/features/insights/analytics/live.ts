import { openStream, type StreamKind, subscribeTo } from "#src/features/identity/live/live.ts";
import { clicksRecorded } from "#src/features/insights/clicks/signals.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { LIVE_ERRORS } from "./contract.ts";
import { STREAMS_PER_PERSON_MAX } from "./rules.ts";

const LIVE_FIGURES: StreamKind = {
  name: "analytics",
  openMax: STREAMS_PER_PERSON_MAX,
  refusal: () => failure(LIVE_ERRORS, "TOO_MANY_STREAMS"),
};

const clicksOn = subscribeTo(clicksRecorded, ({ profile_ids }) => profile_ids);

/** Yields whenever an event of `profileId` was stored on any node, until its listener has left. */
export function liveEvents(ctx: Ctx, profileId: string, gone: AbortSignal): AsyncGenerator<{ at: string }> {
  return clicksOn(ctx, profileId, openStream(ctx, gone, LIVE_FIGURES));
}
