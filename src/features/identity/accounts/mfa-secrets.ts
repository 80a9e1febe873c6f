/* The encryption purposes of two-step sign-in. They stay bound to the person's id at the time. */
import type { TwoFactorRow } from "./two-factor-store.ts";

export const boundTo = (row: Pick<TwoFactorRow, "userId" | "boundTo">) => row.boundTo ?? row.userId;
export const totpSealPurpose = (userId: string) => `accounts.totp ${userId}`;
export const recoverySealPurpose = (userId: string) => `accounts.recovery ${userId}`;
