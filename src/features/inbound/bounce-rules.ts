import type { ReturnKind } from "#src/features/campaigns/rules.ts";
import { classifyReply, type Reply, type ReplyKind } from "#src/features/mailboxes/reply-rules.ts";

export type BounceKind = Extract<ReturnKind, "bounced_hard" | "bounced_soft" | "policy">;

/** What isn't here may change by itself. Too much from us is about us. */
const KIND_OF: Partial<Record<ReplyKind, BounceKind>> = {
  hard: "bounced_hard",
  policy: "policy",
  limit: "policy",
};

/** What somebody's server said when it sent an e-mail back (5.10.8). */
export function bounceKind(reply: Reply): BounceKind {
  return KIND_OF[classifyReply(reply).kind] ?? "bounced_soft";
}
