import {
  accountSecured,
  emailChanged,
  factorRemovalRequested,
  factorRemoved,
  googleConnected,
  googleDisconnected,
  passkeyAdded,
  passkeyRemoved,
  passwordChanged,
  recoveryCodesReplaced,
  recoveryCodeUsed,
  signedIn,
  twoFactorDisabled,
  twoFactorEnabled,
} from "#src/features/identity/accounts/events.ts";
import { staffKeyCreated, staffKeyMoved, staffKeyRevoked } from "#src/features/identity/staff-keys/events.ts";
import type { EventType } from "#src/lib/event.ts";
import { PATHS } from "#src/lib/paths.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { NotificationType } from "./notification-type.ts";

function security(
  announced: EventType<object>,
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
  new_device: security(signedIn, () => "Someone signed in to your account on a new device", {
    isNews: ({ is_new_device }) => is_new_device === true,
  }),
  password_changed: security(passwordChanged, () => "Your password was changed"),
  email_changed: security(emailChanged, () => "Your e-mail address was changed"),
  secured: security(
    accountSecured,
    () => "A sign-in wasn’t yours, so every device was signed out and the password no longer works",
  ),
  two_factor_enabled: security(twoFactorEnabled, () => "Two-step sign-in was turned on"),
  two_factor_disabled: security(twoFactorDisabled, () => "Two-step sign-in was turned off"),
  two_factor_removal: security(
    factorRemovalRequested,
    () => "Two-step sign-in will be removed from your account, unless you stop it",
  ),
  two_factor_removed: security(factorRemoved, () => "Two-step sign-in was removed from your account"),
  recovery_codes_replaced: security(recoveryCodesReplaced, () => "Your recovery codes were replaced"),
  recovery_code_used: security(recoveryCodeUsed, ({ data: { left } }) =>
    typeof left === "number"
      ? `A recovery code was used, and you have ${left} left`
      : "A recovery code was used",
  ),
  passkey_added: security(passkeyAdded, () => "A passkey was added to your account"),
  passkey_removed: security(passkeyRemoved, () => "A passkey was removed from your account"),
  google_connected: security(googleConnected, () => "Google was connected to your account"),
  google_disconnected: security(googleDisconnected, () => "Google was disconnected from your account"),
  staff_key_created: security(staffKeyCreated, () => "A staff key was created in your name", {
    path: () => STAFF_PATHS.staffKeys,
  }),
  staff_key_revoked: security(staffKeyRevoked, () => "A colleague revoked one of your staff keys", {
    isNews: ({ is_own }) => is_own === false,
    path: () => STAFF_PATHS.staffKeys,
  }),
  staff_key_moved: security(
    staffKeyMoved,
    () => "One of your staff keys was used from a country that it wasn’t used from before",
    { path: () => STAFF_PATHS.staffKeys },
  ),
} as const satisfies Record<string, NotificationType>;
