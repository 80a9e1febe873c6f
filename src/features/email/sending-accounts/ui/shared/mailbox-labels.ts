import type { Mailbox } from "#src/features/email/sending-accounts/contract.ts";

export const MAILBOX_STATE_LABELS = {
  unverified: { color: "blue", label: "Not ready yet" },
  active: { color: "teal", label: "Ready" },
  throttled: { color: "orange", label: "Waiting" },
  paused_by_reputation: { color: "red", label: "Paused" },
  auth_failed: { color: "red", label: "Sign-in refused" },
  disabled: { color: "gray", label: "Off" },
} as const satisfies Record<Mailbox["state"], { color: string; label: string }>;

/** Why e-mail can't go out through an account. Undefined if it can. */
export function troubleOf({ is_ready, is_proven, state }: Mailbox): string | undefined {
  if (!is_ready) return [MAILBOX_STATE_LABELS[state].label, "It can’t send right now."].join(". ");
  return is_proven ? undefined : "Its address isn’t proven yet.";
}

/** `Mia (mia@mia.art)`, with its state if it can't send. */
export function nameOf({ from_name, from_address, is_ready, state }: Mailbox): string {
  const name = from_address === "" ? from_name : `${from_name} (${from_address})`;
  return is_ready ? name : `${name} · ${MAILBOX_STATE_LABELS[state].label}`;
}
