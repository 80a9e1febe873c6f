import type { FeedbackKind } from "#src/features/email/delivery/rules.ts";
import { replyMeaning } from "#src/features/email/sending-accounts/send/reply-pattern-rules.ts";
import {
  classifyReply,
  type Reply,
  type ReplyKind,
} from "#src/features/email/sending-accounts/send/reply-rules.ts";

export type BounceKind = Extract<FeedbackKind, "bounced_hard" | "bounced_soft" | "policy">;

/** All other kinds may be temporary. */
const KIND_OF: Partial<Record<ReplyKind, BounceKind>> = { hard: "bounced_hard", policy: "policy" };

/**
 * Interprets a server's reason for a bounce (5.10.8). A message that's too large, or malformed, says nothing
 * about the sender, whose alarm is `policy`.
 */
export function bounceKind(reply: Reply): BounceKind {
  const { kind } = classifyReply(reply);
  const isAboutEmail =
    /^5\.(?:3\.4|6\.\d{1,3})$/.test(reply.enhanced ?? "") || replyMeaning(reply.text ?? "") === "size";
  return kind === "policy" && isAboutEmail ? "bounced_soft" : (KIND_OF[kind] ?? "bounced_soft");
}
