import { PATHS } from "#src/lib/paths.ts";
import type { NotificationType } from "./notification-type-rules.ts";

function security(
  announced: string,
  sentence: NotificationType["sentence"],
  more: Partial<NotificationType> = {},
): NotificationType {
  return {
    topic: "security",
    announced,
    audience: { to: "owner" },
    sentence,
    path: () => PATHS.ownSettings,
    ...more,
  };
}

export const SECURITY_NOTIFICATION_TYPES = {
  new_device: security("account.signed_in", () => "Someone signed in to your account on a new device", {
    isNews: ({ is_new_device }) => is_new_device === true,
  }),
  password_changed: security("account.password_changed", () => "Your password was changed"),
  email_changed: security("account.email_changed", () => "Your e-mail address was changed"),
  secured: security(
    "account.secured",
    () => "A sign-in wasn’t yours, so every device was signed out and the password no longer works",
  ),
  two_factor_enabled: security("account.two_factor_enabled", () => "Two-step sign-in was turned on"),
  two_factor_disabled: security("account.two_factor_disabled", () => "Two-step sign-in was turned off"),
  recovery_codes_replaced: security(
    "account.recovery_codes_replaced",
    () => "Your recovery codes were replaced",
  ),
  recovery_code_used: security("account.recovery_code_used", ({ data: { left } }) =>
    typeof left === "number"
      ? `A recovery code was used, and you have ${left} left`
      : "A recovery code was used",
  ),
  passkey_added: security("account.passkey_added", () => "A passkey was added to your account"),
  passkey_removed: security("account.passkey_removed", () => "A passkey was removed from your account"),
  google_connected: security("account.google_connected", () => "Google was connected to your account"),
  google_disconnected: security(
    "account.google_disconnected",
    () => "Google was disconnected from your account",
  ),
} as const satisfies Record<string, NotificationType>;
