import { createContext, use } from "react";
import type { Automation } from "#src/features/email/automations/contract.ts";

/** Whose secret signs the calls. */
export const SecretOwner = createContext<Pick<Automation, "id" | "has_secret"> | null>(null);

export function useSecretOwner(): Pick<Automation, "id" | "has_secret"> {
  const owner = use(SecretOwner);
  if (!owner) throw new Error("Secrets belong to a rule.");
  return owner;
}
