/* What two-step sign-in seals, and for whom: it stays bound to the id that a person had then. */
import type { TwoFactorRow } from "./two-factor-store.ts";

export const boundTo = (row: Pick<TwoFactorRow, "userId" | "boundTo">) => row.boundTo ?? row.userId;
export const totpSealPurpose = (userId: string) => `accounts.totp ${userId}`;
export const recoverySealPurpose = (userId: string) => `accounts.recovery ${userId}`;
