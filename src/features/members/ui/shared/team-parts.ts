import { type ComponentType, createContext } from "react";
import type { Me } from "#src/features/accounts/ui/shared/account-queries.ts";

/** Giving the account another owner, on the team's screen. A later slice renders it; `browser/` supplies it. */
export const Handover = createContext<ComponentType<{ me: Me }>>(() => null);
