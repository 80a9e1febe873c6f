import { type ComponentType, createContext, type ReactNode, use } from "react";
import type { Link } from "#src/features/links/contract.ts";
import type { Profile } from "#src/features/profiles/contract.ts";

/** What the Links screen shows of later slices; `browser/` hands it in. */
interface Parts {
  IconPicker: ComponentType<{ value: string; onChange: (icon: string) => void }>;
  IconTile: ComponentType<{ icon: string; size?: number }>;
  /** How an A/B test goes so far. */
  VariantResults: ComponentType<{ linkId: string }>;
  renderPreview: (profile: Profile, links: readonly Link[]) => ReactNode;
}

export const LinkParts = createContext<Parts | null>(null);

export function useLinkParts(): Parts {
  const parts = use(LinkParts);
  if (!parts) throw new Error("The links' page needs its parts: render it inside LinkParts.");
  return parts;
}
