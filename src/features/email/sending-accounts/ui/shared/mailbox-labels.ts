import type { Mailbox } from "#src/features/email/sending-accounts/contract.ts";

export const MAILBOX_STATE_LABELS = {
  unverified: { color: "blue", label: "Not ready yet" },
  active: { color: "teal", label: "Ready" },
  throttled: { color: "orange", label: "Waiting" },
  paused_by_reputation: { color: "red", label: "Paused" },
  auth_failed: { color: "red", label: "Sign-in refused" },
  disabled: { color: "gray", label: "Off" },
} as const satisfies Record<Mailbox["state"], { color: string; label: string }>;
