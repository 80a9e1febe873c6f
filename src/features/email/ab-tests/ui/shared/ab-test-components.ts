import { CampaignTestNote } from "./CampaignTestNote.tsx";
import { TestVersions } from "./TestVersions.tsx";
import { VersionsLook } from "./VersionsLook.tsx";

/** What tests add to campaigns. */
export const AB_TEST_COMPONENTS = { TestVersions, VersionsLook, CampaignTestNote };
