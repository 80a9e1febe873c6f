import { type ComponentType, createContext } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import type { WeekSourceProps } from "./listed-weeks.ts";

interface LookPreviewProps {
  profile: Profile;
  /** In place of the profile's own ones. */
  links?: readonly unknown[];
}

/** Parts of the profiles' screens that later slices render; `browser/` provides them. */
interface ProfileParts {
  /** What people without a page see instead of an empty list. */
  FirstPage: ComponentType;
  /** What starts by itself for those who sign up on a page. */
  LeadSequences: ComponentType<{ profileId: string }>;
  /** The preview of a profile being edited. */
  Preview: ComponentType<{ profile: Profile }>;
  /** A small page in a look, with the profile's first links. */
  LookPreview: ComponentType<LookPreviewProps>;
  /** Earlier versions of a page. */
  History: ComponentType<{ profile: Profile; opened: boolean; onClose: () => void }>;
  /** Starts a draft of a page, if there's none. */
  DraftButton: ComponentType<{ profile: Profile }>;
  /** What's planned with a page's draft, and in a draft, publishing it. */
  DraftBar: ComponentType<{ profile: Profile; isSaved: boolean }>;
  /** Fetches the last seven days of what's listed. */
  WeekSource: ComponentType<WeekSourceProps>;
}

const NOTHING = () => null;

export const ProfileSlots = createContext<ProfileParts>({
  FirstPage: NOTHING,
  LeadSequences: NOTHING,
  Preview: NOTHING,
  LookPreview: NOTHING,
  History: NOTHING,
  DraftButton: NOTHING,
  DraftBar: NOTHING,
  WeekSource: NOTHING,
});
