import { type ComponentType, createContext, use } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";

/** Parts of the Links screen that belong to later slices; `browser/` provides them. */
interface Parts {
  VariantResults: ComponentType<{ linkId: string }>;
  Preview: ComponentType<{ profile: Profile; links: readonly Link[] }>;
}

export const LinkSlots = createContext<Parts | null>(null);

export function useLinkSlots(): Parts {
  const parts = use(LinkSlots);
  if (!parts) throw new Error("The Links screen needs its parts: render it inside LinkParts.");
  return parts;
}
