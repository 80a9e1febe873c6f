import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { canAccess } from "#src/features/identity/team/rules.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";

const LimitButton = lazyComponent(async () => (await import("../LimitButton.tsx")).LimitButton);
const SETTINGS = { to: "staff", area: "settings" } as const;

/**
 * Lifts the limits of the whole instance, or restores them, right where someone reaches one. Only for staff
 * in charge of the settings.
 */
export function LimitSwitch() {
  const me = useMe();
  return me && canAccess(SETTINGS, me) ? <LimitButton /> : null;
}
